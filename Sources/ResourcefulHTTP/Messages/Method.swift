extension Request {
    /// What is asked of the target: a method of RFC 9110, section 9, or any other token.
    ///
    /// Methods are case-sensitive: `get` is not `GET`.
    public struct Method: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name as it stands in the request line.
        public let rawValue: String

        /// A method from any string; nil when the string is not a token (RFC 9110, section 5.6.2).
        public init?(rawValue: String) {
            guard TokenGrammar.matches(rawValue.utf8) else { return nil }
            self.rawValue = rawValue
        }

        /// A method from any string; nil when the string is not a token (RFC 9110, section 5.6.2).
        public init?(_ name: some StringProtocol) {
            self.init(rawValue: String(name))
        }

        /// A method written in the code. A literal that is not a token is a mistake in the code, and traps.
        public init(stringLiteral name: String) {
            precondition(
                TokenGrammar.matches(name.utf8),
                "A method is a token (RFC 9110, section 5.6.2): \(name.debugDescription)")
            rawValue = name
        }

        /// A name that is known to be a token.
        private init(constant name: String) { rawValue = name }

        /// The name as it stands in the request line.
        public var description: String { rawValue }

        /// Transfer a representation of the target (RFC 9110, section 9.3.1).
        public static var get: Method { Method(constant: "GET") }
        /// Like GET, but without the content (RFC 9110, section 9.3.2).
        public static var head: Method { Method(constant: "HEAD") }
        /// Process the content by the target's own semantics (RFC 9110, section 9.3.3).
        public static var post: Method { Method(constant: "POST") }
        /// Replace the target's representation with the content (RFC 9110, section 9.3.4).
        public static var put: Method { Method(constant: "PUT") }
        /// Remove the target's representation (RFC 9110, section 9.3.5).
        public static var delete: Method { Method(constant: "DELETE") }
        /// Apply a partial change to the target (RFC 5789).
        public static var patch: Method { Method(constant: "PATCH") }
        /// Describe the options for talking to the target (RFC 9110, section 9.3.7).
        public static var options: Method { Method(constant: "OPTIONS") }
        /// Loop the request back, for diagnosis (RFC 9110, section 9.3.8).
        public static var trace: Method { Method(constant: "TRACE") }
        /// Establish a tunnel (RFC 9110, section 9.3.6). No transport of this package sends it.
        public static var connect: Method { Method(constant: "CONNECT") }
        /// Ask with the content as the query, safely (the QUERY method).
        public static var query: Method { Method(constant: "QUERY") }

        /// Whether the request asks for no change on the server (RFC 9110, section 9.2.1).
        public var isSafe: Bool {
            switch self {
            case .get, .head, .options, .trace, .query: true
            default: false
            }
        }

        /// Whether sending the request twice means the same as sending it once (RFC 9110, section 9.2.2).
        public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

        /// Whether the method is defined by its content, so that a missing body is sent as an empty one, with
        /// `Content-Length: 0` (RFC 9110, section 8.6).
        package var expectsBody: Bool { self == .post || self == .put || self == .patch }
    }
}
