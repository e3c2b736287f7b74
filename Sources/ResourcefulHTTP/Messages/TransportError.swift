/// Why an exchange of a request and a response did not come to its end.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as far as a policy would want to tell it apart. Later versions know more of them.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The host's name has no address.
        public static var cannotResolveHost: Kind { Kind(name: "cannotResolveHost") }
        /// Nobody accepted the connection.
        public static var cannotConnect: Kind { Kind(name: "cannotConnect") }
        /// It took longer than was allowed.
        public static var timedOut: Kind { Kind(name: "timedOut") }
        /// The connection ended before the exchange did: it was reset, or the body was cut short.
        public static var connectionLost: Kind { Kind(name: "connectionLost") }
        /// No secure connection could be agreed on, or the certificate was refused.
        public static var insecure: Kind { Kind(name: "insecure") }
        /// What came back is not a well-formed HTTP response.
        public static var malformedResponse: Kind { Kind(name: "malformedResponse") }
        /// The response is larger than was allowed.
        public static var tooLarge: Kind { Kind(name: "tooLarge") }
        /// A redirect that can't be followed: too many of them, or to a URL that is none or of another scheme.
        public static var cannotRedirect: Kind { Kind(name: "cannotRedirect") }
        /// The library or the service that the transport needs is not there.
        public static var unavailable: Kind { Kind(name: "unavailable") }
        /// Nothing was sent: a policy leaves the server in peace for a while, since it has failed too often.
        public static var circuitOpen: Kind { Kind(name: "circuitOpen") }
        /// Nothing was sent: the address may not be reached, as the transport was told.
        public static var addressRefused: Kind { Kind(name: "addressRefused") }
        /// Anything else; the message says what.
        public static var other: Kind { Kind(name: "other") }

        /// Its name.
        public var description: String { name }
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
