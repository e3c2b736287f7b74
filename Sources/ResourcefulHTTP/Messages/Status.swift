extension Response {
    /// A status code of three digits (RFC 9110, section 15).
    ///
    ///     let status: Response.Status = 404
    ///     print(status.reasonPhrase, status.isClientError)  // Not Found true
    public struct Status: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral, CustomStringConvertible {
        /// The number, 100 to 999.
        public let code: Int

        /// The number, 100 to 999.
        public var rawValue: Int { code }

        /// Creates a status from a number; nil unless it has three digits (RFC 9110, section 15).
        public init?(_ code: Int) {
            guard (100...999).contains(code) else { return nil }
            self.code = code
        }

        /// Creates a status from a number; nil unless it has three digits (RFC 9110, section 15).
        public init?(rawValue: Int) { self.init(rawValue) }

        /// Creates a status from a literal. Traps if the literal doesn't have three digits.
        public init(integerLiteral code: Int) {
            if !(100...999).contains(code) { stopAtLiteral(code, "Not a three-digit status (RFC 9110, section 15)") }
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

extension Response.Status {
    /// The reason phrase of the code in RFC 9110, section 15, or its successors; empty if it has none.
    public var reasonPhrase: String { Self.reasonPhrases[code] ?? "" }

    private static let reasonPhrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
    ]
}
