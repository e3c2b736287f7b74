extension Response {
    /// A status code of three digits (RFC 9110, section 15).
    ///
    ///     let status: Response.Status = 404
    ///     print(status.reasonPhrase, status.isClientError)  // Not Found true
    public struct Status: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
        /// The number, 100 to 999.
        public let code: Int

        /// Creates a status from a number; nil unless it has three digits (RFC 9110, section 15).
        public init?(_ code: Int) {
            guard (100...999).contains(code) else { return nil }
            self.code = code
        }

        /// Creates a status from a literal. Traps if the literal doesn't have three digits.
        public init(integerLiteral code: Int) {
            precondition((100...999).contains(code), "A status has three digits (RFC 9110, section 15): \(code)")
            self.code = code
        }

        /// Whether the code is 1xx: the final response is still to come.
        public var isInformational: Bool { code / 100 == 1 }
        /// Whether the code is 2xx: the request was received, understood and accepted.
        public var isSuccessful: Bool { code / 100 == 2 }
        /// Whether the code is 3xx: further action is needed.
        public var isRedirection: Bool { code / 100 == 3 }
        /// Whether the code is 4xx: the request can't be fulfilled as it is.
        public var isClientError: Bool { code / 100 == 4 }
        /// Whether the code is 5xx: the server failed to fulfill a request that seems valid.
        public var isServerError: Bool { code / 100 == 5 }

        /// The code and its reason phrase, such as `404 Not Found`.
        public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }
    }
}
