/// Which responses are worth parsing: a pure check that runs before the parse function of a resource.
public struct Validation: Sendable {
    private let accepts: @Sendable (Response) -> Bool

    /// The responses for which the predicate holds.
    public init(_ accepts: @escaping @Sendable (Response) -> Bool) {
        self.accepts = accepts
    }

    /// Whether a response passes.
    public func callAsFunction(_ response: Response) -> Bool { accepts(response) }

    /// Any 2xx status (RFC 9110, section 15.3): what holds unless a resource says otherwise.
    public static let successfulStatus = Validation { $0.status.isSuccessful }

    /// Every response, whatever its status: the parse function decides.
    public static let any = Validation { _ in true }

    /// The given statuses alone.
    public static func status(_ statuses: Response.Status...) -> Validation {
        Validation { statuses.contains($0.status) }
    }

    /// Statuses from a range of codes, `200..<400` for instance.
    public static func status(in codes: Range<Int>) -> Validation {
        Validation { codes.contains($0.status.code) }
    }
}
