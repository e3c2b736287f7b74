/// Why content did not become a file.
public struct DownloadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as far as one would want to tell it apart.
    public enum Kind: Hashable, Sendable {
        /// The content came whole, and has another checksum than it should. Nothing of it is kept.
        case digestMismatch
        /// The disk is full, or too full for what is to come. What has come is kept.
        case noSpace
        /// The file can't be written for another reason; the message says which.
        case file
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
