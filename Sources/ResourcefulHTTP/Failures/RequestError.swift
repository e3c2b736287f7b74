/// The reason why a request can't be sent. Nothing has left the machine.
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
