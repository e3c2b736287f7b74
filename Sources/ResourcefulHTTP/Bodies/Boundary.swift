extension Body {
    /// What separates the parts of a multipart body: 1 to 70 characters of a small set (RFC 2046, section 5.1.1).
    public struct Boundary: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The text, without the two hyphens before it.
        public let rawValue: String
        /// Whether it has 128 random bits in it.
        let isDrawn: Bool

        /// A boundary from any string; nil when the grammar does not allow it.
        public init?(_ text: some StringProtocol) {
            guard Self.isValid(text) else { return nil }
            rawValue = String(text)
            isDrawn = false
        }

        /// A boundary written in the code. A literal that is none is a mistake in the code, and traps.
        public init(stringLiteral text: String) {
            precondition(Self.isValid(text), "Not a boundary (RFC 2046, section 5.1.1): \(text.debugDescription)")
            rawValue = text
            isDrawn = false
        }

        /// A boundary of 128 random bits: nobody can guess it, and no content has it in it.
        init(_ first: UInt64, _ second: UInt64) {
            rawValue = "resourceful-" + Hexadecimal.text(of: first) + Hexadecimal.text(of: second)
            isDrawn = true
        }

        /// What stands where no plan has drawn one: when a request is printed.
        static let standing: Boundary = "resourceful-boundary"

        /// The text, without the two hyphens before it.
        public var description: String { rawValue }

        /// The parameter of a media type; quoted when it is no token (RFC 2046, section 5.1.1).
        var parameter: String {
            TokenGrammar.matches(rawValue.utf8) ? "boundary=\(rawValue)" : "boundary=\"\(rawValue)\""
        }

        private static func isValid(_ text: some StringProtocol) -> Bool {
            (1...70).contains(text.utf8.count) && !text.hasSuffix(" ") && text.utf8.allSatisfy(isBoundaryByte)
        }

        private static func isBoundaryByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "'()+_,-./:=? ".utf8.contains(byte)
            }
        }
    }
}
