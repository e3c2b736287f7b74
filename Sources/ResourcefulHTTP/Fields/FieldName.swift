extension HeaderFields {
    /// The name of a header field: a token, equal to another whatever the case of its letters (RFC 9110, section 5.1).
    public struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name as it was spelled.
        public let rawName: String

        /// A name from any string; nil when the string is not a token (RFC 9110, section 5.6.2).
        public init?(_ name: some StringProtocol) { self.init(String(name)) }

        /// A name from any string; nil when the string is not a token (RFC 9110, section 5.6.2).
        public init?(_ name: String) {
            guard TokenGrammar.matches(name.utf8) else { return nil }
            rawName = name
        }

        /// A name from the bytes of a message; nil when they are not a token.
        package init?(_ bytes: UnsafeRawBufferPointer) {
            guard TokenGrammar.matches(bytes) else { return nil }
            rawName = String(decoding: bytes, as: UTF8.self)
        }

        /// A name written in the code. A literal that is not a token is a mistake in the code, and traps.
        public init(stringLiteral name: String) {
            precondition(
                TokenGrammar.matches(name.utf8),
                "A field name is a token (RFC 9110, section 5.6.2): \(name.debugDescription)")
            rawName = name
        }

        /// A name that is known to be a token.
        init(constant name: String) { rawName = name }

        /// The name as it was spelled.
        public var description: String { rawName }

        /// Whether two names are the same but for the case of their letters.
        public static func == (left: Name, right: Name) -> Bool {
            let (left, right) = (left.rawName.utf8, right.rawName.utf8)
            return left.count == right.count
                && left.elementsEqual(right) { TokenGrammar.lowercased($0) == TokenGrammar.lowercased($1) }
        }

        /// Feeds the lower-case letters to the hasher.
        public func hash(into hasher: inout Hasher) {
            for byte in rawName.utf8 { hasher.combine(TokenGrammar.lowercased(byte)) }
        }
    }
}

extension HeaderFields.Name {
    package static var acceptEncoding: Self { Self(constant: "Accept-Encoding") }
    package static var authorization: Self { Self(constant: "Authorization") }
    package static var contentEncoding: Self { Self(constant: "Content-Encoding") }
    package static var contentLength: Self { Self(constant: "Content-Length") }
    package static var contentType: Self { Self(constant: "Content-Type") }
    package static var cookie: Self { Self(constant: "Cookie") }
    package static var location: Self { Self(constant: "Location") }
    package static var range: Self { Self(constant: "Range") }
    package static var setCookie: Self { Self(constant: "Set-Cookie") }
    package static var transferEncoding: Self { Self(constant: "Transfer-Encoding") }
    package static var userAgent: Self { Self(constant: "User-Agent") }
}
