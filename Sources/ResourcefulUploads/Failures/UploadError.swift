/// The reason why a file isn't uploaded.
public struct UploadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong. Later versions may add kinds.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// The file can't be read.
        public static let file = Kind(description: "file")
        /// The file has changed while it was uploaded.
        public static let changed = Kind(description: "changed")
        /// The file is larger than the server accepts.
        public static let tooLarge = Kind(description: "tooLarge")
        /// The server doesn't follow the protocol, for example gives no location or a wrong offset.
        public static let server = Kind(description: "server")
    }

    /// What is wrong.
    public let kind: Kind
    /// What is wrong, in words.
    public let message: String

    /// Creates an error, such as one to test messages with.
    public init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

    /// The message.
    public var description: String { message }
}
