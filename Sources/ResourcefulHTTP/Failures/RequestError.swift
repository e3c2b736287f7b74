/// Why a request can't be sent as it stands; nothing has left the machine.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the request, for a person.
    public let message: String

    /// A request error.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
