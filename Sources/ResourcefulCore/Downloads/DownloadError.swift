/// Why content did not become a file.
public struct DownloadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as far as one would want to tell it apart. Later versions know more of them.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The content came whole, and has another checksum than it should. Nothing of it is kept.
        public static var digestMismatch: Kind { Kind(name: "digestMismatch") }
        /// The disk is full, or too full for what is to come. What has come is kept.
        public static var noSpace: Kind { Kind(name: "noSpace") }
        /// The file can't be written for another reason; the message says which.
        public static var file: Kind { Kind(name: "file") }

        /// Its name.
        public var description: String { name }
    }

    /// What went wrong.
    public let kind: Kind
    /// What went wrong, for a person.
    public let message: String

    /// An error of a download.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// A checksum that is another one.
    package init(_ part: String, _ mismatch: (expected: ContentDigest, found: ContentDigest)) {
        self.init(
            .digestMismatch,
            "the checksum of the \(part) should be \(mismatch.expected), and is \(mismatch.found)")
    }

    /// The message.
    public var description: String { message }
}
