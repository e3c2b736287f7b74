/// How a load ended: by a value or an error, and what it had asked for.
///
/// The request comes without the values of secret fields, secret query items and user information.
public struct LoadEnd: Hashable, Sendable, CustomStringConvertible {
    /// The request that failed, or the last one that was sent, or the one that the load began with; nil when it has
    /// none.
    public let request: Request?
    /// What the load has thrown; nil when it has come to a value. `CancellationError` when it was canceled, or left
    /// before its end.
    public let error: (any Error)?

    /// The end of a load.
    public init(request: Request? = nil, error: (any Error)? = nil) {
        self.request = (error as? LoadError)?.request ?? request.map(Redaction.standard.redacted)
        self.error = error
    }

    /// Whether the load was canceled.
    public var isCanceled: Bool { error is CancellationError }

    /// The error, unless the load has succeeded or was canceled: what a person is to be told.
    public var failure: (any Error)? { isCanceled ? nil : error }

    /// The error as text, without secrets; nil for none.
    public var message: String? { error.map { Redaction.standard.text(of: $0) } }

    /// What came of the load, on one line.
    public var description: String { message.map { "failed: \($0)" } ?? "finished" }

    /// Errors are equal when they are of one type and say the same.
    public static func == (left: LoadEnd, right: LoadEnd) -> Bool {
        left.request == right.request && left.message == right.message
            && left.error.map { ObjectIdentifier(type(of: $0)) } == right.error.map { ObjectIdentifier(type(of: $0)) }
    }

    /// Hashes what equal ends have in common.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(request)
        hasher.combine(message)
    }
}
