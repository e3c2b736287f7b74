extension Body {
    /// The delimiter of the parts of a multipart body: 1 to 70 characters of a small set (RFC 2046, section 5.1.1).
    ///
    ///     let body = Body.multipart([.text("Plans", name: "title")], boundary: "part-7")
    public struct Boundary: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The text, without the two hyphens before it.
        package let rawValue: String
        /// Whether the text contains 128 random bits.
        let isDrawn: Bool

        /// Creates a boundary from any string. Returns nil if the grammar doesn't allow it.
        public init?(_ text: some StringProtocol) {
            guard Self.isValid(text) else { return nil }
            rawValue = String(text)
            isDrawn = false
        }

        /// Creates a boundary from a literal. A literal that isn't a boundary is a programming error, and traps.
        public init(stringLiteral text: String) {
            if !Self.isValid(text) { stopAtLiteral(text, "Not a boundary (RFC 2046, section 5.1.1)") }
            rawValue = text
            isDrawn = false
        }

        /// Creates a boundary from 128 random bits. It can't be guessed, and no content contains it.
        init(_ first: UInt64, _ second: UInt64) {
            rawValue = "resourceful-" + Hexadecimal.text(of: first) + Hexadecimal.text(of: second)
            isDrawn = true
        }

        /// The boundary of a request that has none yet, such as a printed request.
        static let standing: Boundary = "resourceful-boundary"

        /// The text, without the two hyphens before it.
        public var description: String { rawValue }

        /// The parameter of a media type, quoted if the boundary isn't a token (RFC 2046, section 5.1.1).
        var parameter: String {
            TokenGrammar.matches(rawValue.utf8) ? "boundary=\(rawValue)" : "boundary=\"\(rawValue)\""
        }

        private static func isValid(_ text: some StringProtocol) -> Bool {
            (1...70).contains(text.utf8.count) && !text.hasSuffix(" ") && text.utf8.allSatisfy(allowed.contains)
        }

        private static let allowed = ByteSet(alphanumericsAnd: "'()+_,-./:=? ")
    }
}
