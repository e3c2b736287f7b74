/// A load that a black box has recorded, and that a run can repeat.
struct RecordedLoad {
    /// A branch, with the run that it belongs to, the branch around it, and its place there. A run's own branch has
    /// none around it.
    struct Branch: Hashable {
        let run: Int
        let outer: Int?
        let group: Int
        let place: Int
    }

    /// The load itself, or a shared run that it waited for.
    struct Run {
        let key: String
        let hasEnded: Bool
        let lostCount: Int
    }

    let date: Date
    let duration: Duration
    /// The error as text.
    let error: String
    /// The load itself, and then the shared runs.
    let runs: [Run]
    let branches: [Branch]
    let exchanges: any RecordedExchanges
    /// The effects, in the order in which they were complete.
    let effects: [RecordedEffect]
}

/// The exchanges of a recorded load, by number.
protocol RecordedExchanges {
    /// The secrets that the record doesn't have.
    var redaction: Redaction { get }
    /// Returns the request of an exchange.
    func request(_ number: Int) -> Request
    /// Returns a function that tells whether the request of an exchange equals a request.
    func fitting(_ request: Request) -> (Int) -> Bool
    /// Returns the nearest recorded request and what distinguishes a request from it; nil if nothing is recorded.
    func difference(of request: Request) -> String?
    /// Returns the header fields in which a request differs from a recorded one.
    func fieldDifferences(_ number: Int, from request: Request) -> [(recorded: String?, asked: String?)]
    /// Returns the answer of an exchange.
    ///
    /// - Throws: The recorded failure, or that the content isn't in the record.
    func answer(_ number: Int, to request: Request) throws -> Response
}
