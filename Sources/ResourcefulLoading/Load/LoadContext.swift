/// The context in which a loader carries out plans.
struct LoadContext: Sendable {
    /// What the enclosing plans do to each request.
    var layers = RequestLayers.webservice
    /// What observes the load; nil if nothing does.
    var observer: Observation?
    /// Gives each exchange a meter; nil if nothing counts bytes.
    var meter: MeterOfExchange?
    /// The runs and permits that this is inside of, if any.
    var position: Position?
    /// The time in which loads are allowed; nil without a limit.
    var lifetime: LoadLifetime?
    /// Whether this is a part of a load, which may go on when the lifetime is over.
    var isInsideLifetime = false
    /// Counts how often the request of a load is sent; nil outside of one.
    var count: SendCount?
}

/// Counts how often one request is sent, by whatever policies.
final class SendCount: Sendable {
    private let sent: Locked<Int>

    /// Creates a count of a request that was already sent a number of times.
    init(_ sent: Int = 0) { self.sent = Locked(sent) }

    /// Counts once more, and returns the count before.
    func next() -> Int {
        sent.withLock { sent in
            defer { sent += 1 }
            return sent
        }
    }
}
