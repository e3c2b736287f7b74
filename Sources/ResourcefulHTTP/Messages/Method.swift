extension Request {
    /// A request method: one of RFC 9110, section 9, or any other token.
    ///
    /// Methods are case-sensitive: `get` is not `GET`.
    ///
    ///     let purge: Request.Method = "PURGE"
    ///     let request = Request(url: api, method: purge)
    ///     print(purge.isSafe, Request.Method.put.isIdempotent)  // false true
    public struct Method: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name as it appears in the request line.
        public let rawValue: String

        /// Creates a method from any string; nil if the string isn't a token (RFC 9110, section 5.6.2).
        public init?(rawValue: String) {
            guard TokenGrammar.matches(rawValue.utf8) else { return nil }
            self.rawValue = rawValue
        }

        /// Creates a method from any string; nil if the string isn't a token (RFC 9110, section 5.6.2).
        public init?(_ name: some StringProtocol) {
            self.init(rawValue: String(name))
        }

        /// Creates a method from a literal. Traps if the literal isn't a token.
        public init(stringLiteral name: String) {
            if !TokenGrammar.matches(name.utf8) { stopAtLiteral(name, "Not a method (RFC 9110, section 9.1)") }
            rawValue = name
        }

        /// Creates a method from a name that is known to be a token.
        private init(constant name: String) { rawValue = name }

        /// The name as it appears in the request line.
        public var description: String { rawValue }

        /// Transfers a representation of the target (RFC 9110, section 9.3.1).
        public static var get: Method { Method(constant: "GET") }
        /// Like GET, without the content (RFC 9110, section 9.3.2).
        public static var head: Method { Method(constant: "HEAD") }
        /// Processes the content by the target's own semantics (RFC 9110, section 9.3.3).
        public static var post: Method { Method(constant: "POST") }
        /// Replaces the target's representation with the content (RFC 9110, section 9.3.4).
        public static var put: Method { Method(constant: "PUT") }
        /// Removes the target's representation (RFC 9110, section 9.3.5).
        public static var delete: Method { Method(constant: "DELETE") }
        /// Applies a partial change to the target (RFC 5789).
        public static var patch: Method { Method(constant: "PATCH") }
        /// Describes the communication options for the target (RFC 9110, section 9.3.7).
        public static var options: Method { Method(constant: "OPTIONS") }
        /// Loops the request back, for diagnosis (RFC 9110, section 9.3.8).
        public static var trace: Method { Method(constant: "TRACE") }
        /// Establishes a tunnel (RFC 9110, section 9.3.6). This package's transports don't send it.
        public static var connect: Method { Method(constant: "CONNECT") }
        /// Queries the target safely, with the query in the content (the QUERY method).
        public static var query: Method { Method(constant: "QUERY") }

        /// Whether the method is safe: the request asks for no change on the server (RFC 9110, section 9.2.1).
        public var isSafe: Bool {
            switch self {
            case .get, .head, .options, .trace, .query: true
            default: false
            }
        }

        /// Whether sending the request twice has the same effect as sending it once (RFC 9110, section 9.2.2).
        public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

        /// Returns the method after a redirect with a status (RFC 9110, section 15.4).
        package func redirected(by status: Response.Status) -> Method {
            switch status {
            case 301, 302: self == .post ? .get : self
            case 303: self == .head ? .head : .get
            default: self
            }
        }

        /// Whether the method's semantics depend on its content: a missing body is sent as an empty one, with
        /// `Content-Length: 0` (RFC 9110, section 8.6).
        package var expectsBody: Bool { self == .post || self == .put || self == .patch }
    }
}
