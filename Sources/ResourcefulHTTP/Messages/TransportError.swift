/// Why an exchange of a request and a response did not come to its end.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as far as a policy would want to tell it apart.
    public enum Kind: Hashable, Sendable {
        /// The host's name has no address.
        case cannotResolveHost
        /// Nobody accepted the connection.
        case cannotConnect
        /// It took longer than was allowed.
        case timedOut
        /// The connection ended before the exchange did: it was reset, or the body was cut short.
        case connectionLost
        /// No secure connection could be agreed on, or the certificate was refused.
        case insecure
        /// What came back is not a well-formed HTTP response.
        case malformedResponse
        /// The response is larger than was allowed.
        case tooLarge
        /// A redirect that can't be followed: too many of them, or to a URL that is none or of another scheme.
        case cannotRedirect
        /// The library or the service that the transport needs is not there.
        case unavailable
        /// Nothing was sent: a policy leaves the server in peace for a while, since it has failed too often.
        case circuitOpen
        /// Anything else; the message says what.
        case other
    }

    /// What went wrong.
    public let kind: Kind
    /// What went wrong, for a person.
    public let message: String

    /// An error of a transport.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
