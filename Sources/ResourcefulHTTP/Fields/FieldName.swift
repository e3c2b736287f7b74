extension HeaderFields {
    /// The name of a header field: a token, which is case-insensitive (RFC 9110, section 5.1).
    ///
    ///     extension HeaderFields.Name {
    ///         static let requestID: HeaderFields.Name = "X-Request-ID"
    ///     }
    public struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name with its original case.
        public let rawName: String

        /// Creates a name from any string. Returns nil if the string isn't a token (RFC 9110, section 5.6.2).
        public init?(_ name: some StringProtocol) {
            guard TokenGrammar.matches(name.utf8) else { return nil }
            rawName = String(name)
        }

        /// Creates a name from the bytes of a message. Returns nil if they aren't a token.
        public init?(_ bytes: UnsafeRawBufferPointer) {
            if let name = CommonName.name(bytes) {
                self = name
                return
            }
            guard TokenGrammar.matches(bytes) else { return nil }
            rawName = String(decoding: bytes, as: UTF8.self)
        }

        /// Creates a name from a literal. A literal that isn't a token is a programming error, and traps.
        public init(stringLiteral name: String) {
            if !TokenGrammar.matches(name.utf8) { stopAtLiteral(name, "Not a field name (RFC 9110, section 5.1)") }
            rawName = name
        }

        /// Creates a name that is known to be a token.
        init(constant name: String) { rawName = name }

        /// The name with its original case.
        public var description: String { rawName }

        /// Returns whether two names are equal. Case is ignored.
        public static func == (left: Name, right: Name) -> Bool {
            guard left.rawName.utf8.count == right.rawName.utf8.count else { return false }
            return left.rawName == right.rawName
                || left.rawName.utf8.elementsEqual(right.rawName.utf8) {
                    TokenGrammar.lowercased($0) == TokenGrammar.lowercased($1)
                }
        }

        /// Hashes the name in lower case, eight bytes at a time.
        public func hash(into hasher: inout Hasher) {
            var (word, count): (UInt64, Int) = (0, 0)
            for byte in rawName.utf8 {
                word = word << 8 | UInt64(TokenGrammar.lowercased(byte))
                count += 1
                if count & 7 == 0 { hasher.combine(word) }
            }
            hasher.combine(word)
            hasher.combine(count)
        }
    }
}

extension HeaderFields.Name {
    package static var accept: Self { Self(constant: "Accept") }
    package static var acceptEncoding: Self { Self(constant: "Accept-Encoding") }
    package static var authorization: Self { Self(constant: "Authorization") }
    package static var contentEncoding: Self { Self(constant: "Content-Encoding") }
    package static var contentLength: Self { Self(constant: "Content-Length") }
    package static var contentType: Self { Self(constant: "Content-Type") }
    package static var cookie: Self { Self(constant: "Cookie") }
    package static var expect: Self { Self(constant: "Expect") }
    package static var location: Self { Self(constant: "Location") }
    package static var range: Self { Self(constant: "Range") }
    package static var setCookie: Self { Self(constant: "Set-Cookie") }
    package static var transferEncoding: Self { Self(constant: "Transfer-Encoding") }
    package static var userAgent: Self { Self(constant: "User-Agent") }
}
