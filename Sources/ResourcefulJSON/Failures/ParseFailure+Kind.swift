extension ParseFailure {
    /// What kind of failure it is: so that a program tells them apart without reading words.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// One word.
        public let description: String

        /// There is nothing to read: no bytes, or nothing but white space.
        public static let empty = Kind(description: "empty")
        /// The response has another media type than those that were asked for: a page of HTML, say.
        public static let mediaType = Kind(description: "mediaType")
        /// The text is not what its format asks for: it is no JSON, or is cut short.
        public static let malformed = Kind(description: "malformed")
        /// Nothing stands at the path.
        public static let missing = Kind(description: "missing")
        /// Something else stands at the path than what was expected.
        public static let mismatch = Kind(description: "mismatch")
    }
}
