/// The reason why an exchange didn't complete.
///
///     let offline = StubTransport { _ in
///         throw TransportError(.cannotConnect, "the network is down")
///     }
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The kind of error, as far as policies need to tell them apart. Later versions may add more.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private let name: String
        fileprivate let message: String

        private init(_ name: String, _ message: String) { (self.name, self.message) = (name, message) }

        /// The host's name has no address.
        public static var cannotResolveHost: Kind { Kind("cannotResolveHost", "the host can't be found") }
        /// No server accepted the connection.
        public static var cannotConnect: Kind { Kind("cannotConnect", "the server can't be reached") }
        /// A proxy refused to connect to the server. If the proxy couldn't reach it (502, 503 and 504), the kind is
        /// ``cannotConnect``.
        public static var proxyRefused: Kind { Kind("proxyRefused", "the proxy refused to connect") }
        /// The exchange took longer than allowed.
        public static var timedOut: Kind { Kind("timedOut", "the exchange timed out") }
        /// The connection ended before the exchange was complete: it was reset, or the body was cut short.
        public static var connectionLost: Kind { Kind("connectionLost", "the connection was lost") }
        /// No secure connection could be established, or the certificate was rejected.
        public static var insecure: Kind { Kind("insecure", "the connection is not secure") }
        /// The response isn't well-formed HTTP.
        public static var malformedResponse: Kind { Kind("malformedResponse", "the response is malformed") }
        /// The response is larger than allowed.
        public static var tooLarge: Kind { Kind("tooLarge", "the response is too large") }
        /// A redirect can't be followed: there are too many, its URL isn't valid or allowed, or the body can't be sent
        /// again.
        public static var cannotRedirect: Kind { Kind("cannotRedirect", "the redirect can't be followed") }
        /// A library or service that the transport needs isn't available.
        public static var unavailable: Kind { Kind("unavailable", "the transport is not available") }
        /// Nothing was sent: a policy has paused requests to the server because it failed too often.
        public static var circuitOpen: Kind { Kind("circuitOpen", "requests to the server are paused") }
        /// Nothing was sent: the transport's configuration doesn't allow the address.
        public static var addressRefused: Kind { Kind("addressRefused", "the address is not allowed") }
        /// Any other error; the message describes it.
        public static var other: Kind { Kind("other", "the exchange failed") }

        /// The name of the kind.
        public var description: String { name }
    }

    /// The kind of error.
    public let kind: Kind
    /// The description of the error, for people.
    public let message: String
    /// More for the program alone, such as an address in its network; nil if there is nothing more.
    package let detail: String?

    /// Creates a transport error. By default, the message says what its kind means.
    public init(_ kind: Kind, _ message: String? = nil) { self.init(kind, message ?? kind.message, detail: nil) }

    /// Creates a transport error with more than people may see who gave the program its URL.
    package init(_ kind: Kind, _ message: String, detail: String?) {
        (self.kind, self.message, self.detail) = (kind, message, detail)
    }

    /// Returns the error of a proxy that refused to connect to a server, or couldn't reach it.
    package static func refused(by proxy: String, _ status: Response.Status?, _ details: String) -> TransportError {
        TransportError(
            [502, 503, 504].contains(status) ? .cannotConnect : .proxyRefused, "\(proxy) didn't connect to \(details)")
    }

    /// Returns the text of a TLS library, with what it means at a server without TLS.
    package static func explained(tls text: String) -> String {
        if text.contains("SSL connection timeout") { return "perhaps this server speaks http: \(text)" }
        let texts = ["wrong version number", "packet length too long", "unexpected TLS packet", "InvalidContentType"]
        return texts.contains { text.contains($0) } ? "this server speaks http, or nothing over TLS: \(text)" : text
    }

    /// The message.
    public var description: String { message }

    /// The message with what is for the program alone, such as the address that was refused.
    public var debugDescription: String { message + (detail.map { ": \($0)" } ?? "") }
}
