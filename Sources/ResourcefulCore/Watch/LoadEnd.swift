/// The end of a load: a value or an error, and its request.
///
/// The request comes without the values of secret fields, secret query items and user information.
///
///     let end = LoadEnd(request: Request("episodes.json"), error: CancellationError())
///     print(end.isCanceled, end.failure == nil)  // true true: nothing to show
public struct LoadEnd: Hashable, Sendable, CustomStringConvertible {
    /// The request that failed, or the last one that was sent, or the first of the load; nil if the load has none.
    public let request: Request?
    /// The error of the load; nil if it returned a value. `CancellationError` if the load was canceled or abandoned.
    public let error: (any Error)?

    /// Creates the end of a load.
    public init(request: Request? = nil, error: (any Error)? = nil) {
        self.request = (error as? LoadError)?.request ?? request.map(Redaction.standard.redacted)
        self.error = error
    }

    /// Creates the end of a load that succeeded, for observers that don't read messages.
    package init(bare request: Request?) { (self.request, error) = (request, nil) }

    /// Whether the load was canceled.
    public var isCanceled: Bool { error is CancellationError }

    /// The error to show to people; nil if the load succeeded or was canceled.
    public var failure: (any Error)? { isCanceled ? nil : error }

    /// The error as text, without secrets; nil if there is none.
    public var message: String? { error.map { Redaction.standard.text(of: $0) } }

    /// The result of the load, on one line.
    public var description: String { message.map { "failed: \($0)" } ?? "finished" }

    /// Returns whether two ends are equal: errors are equal if they have the same type and message.
    public static func == (left: LoadEnd, right: LoadEnd) -> Bool {
        left.request == right.request && left.message == right.message
            && left.error.map { ObjectIdentifier(type(of: $0)) } == right.error.map { ObjectIdentifier(type(of: $0)) }
    }

    /// Hashes the request and the message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(request)
        hasher.combine(message)
    }
}
