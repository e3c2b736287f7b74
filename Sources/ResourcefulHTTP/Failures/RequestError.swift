/// The reason why a request can't be sent. Nothing has left the machine.
///
///     let shortPaths = Policy { request, next in
///         guard request.path.utf8.count <= 2_000 else {
///             throw RequestError("the path is longer than 2,000 bytes")
///         }
///         return next(request)
///     }
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the problem, for people.
    public let message: String

    /// Creates a request error.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
