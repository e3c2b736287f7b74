extension ParseFailure {
    /// The kind of a failure, which lets code distinguish failures without parsing messages.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// There is nothing to read: the text has no bytes, or only whitespace.
        public static let empty = Kind(description: "empty")
        /// The response has a media type that wasn't requested: an HTML page, for example.
        public static let mediaType = Kind(description: "mediaType")
        /// The text doesn't follow its format: it isn't valid JSON, or is truncated.
        public static let malformed = Kind(description: "malformed")
        /// There is no value at the path.
        public static let missing = Kind(description: "missing")
        /// The value at the path isn't the expected one.
        public static let mismatch = Kind(description: "mismatch")
    }
}
