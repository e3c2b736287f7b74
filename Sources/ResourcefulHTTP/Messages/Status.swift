extension Response {
    /// The three digits that say how it went (RFC 9110, section 15).
    public struct Status: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral, CustomStringConvertible {
        /// The number, 100 to 999.
        public let code: Int

        /// The number, 100 to 999.
        public var rawValue: Int { code }

        /// A status from any number; nil unless it has three digits (RFC 9110, section 15).
        public init?(_ code: Int) {
            guard (100...999).contains(code) else { return nil }
            self.code = code
        }

        /// A status from any number; nil unless it has three digits (RFC 9110, section 15).
        public init?(rawValue: Int) { self.init(rawValue) }

        /// A status written in the code. A literal without three digits is a mistake in the code, and traps.
        public init(integerLiteral code: Int) {
            precondition((100...999).contains(code), "A status has three digits (RFC 9110, section 15): \(code)")
            self.code = code
        }

        /// 1xx: the final response is still to come.
        public var isInformational: Bool { code / 100 == 1 }
        /// 2xx: received, understood and accepted.
        public var isSuccessful: Bool { code / 100 == 2 }
        /// 3xx: something more is to be done.
        public var isRedirection: Bool { code / 100 == 3 }
        /// 4xx: the request can't be fulfilled as it is.
        public var isClientError: Bool { code / 100 == 4 }
        /// 5xx: the server failed a request that seems valid.
        public var isServerError: Bool { code / 100 == 5 }

        /// The number and its reason phrase, `404 Not Found`.
        public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }
    }
}
