/// The reason why a download didn't become a file.
///
///     do {
///         play(try await webservice.download(audio, to: .folder(folder, ifTaken: .replaced)).url)
///     } catch let error as LoadError
///         where (error.underlyingError as? DownloadError)?.kind == .noSpace
///     {
///         askForSpace()
///     }
public struct DownloadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error. Later versions may add kinds.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The content is complete, but its checksum is wrong. Nothing of it is kept.
        public static var digestMismatch: Kind { Kind(name: "digestMismatch") }
        /// The disk is full or has too little space for the rest. What was received is kept.
        public static var noSpace: Kind { Kind(name: "noSpace") }
        /// The file can't be written for another reason, which the message explains.
        public static var file: Kind { Kind(name: "file") }

        /// The name of the kind.
        public var description: String { name }
    }

    /// The kind of error.
    public let kind: Kind
    /// A description for people.
    public let message: String

    /// Creates an error of a download.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Creates an error for a wrong checksum.
    package init(_ part: String, _ mismatch: (expected: ContentDigest, found: ContentDigest)) {
        self.init(
            .digestMismatch,
            "the checksum of the \(part) is \(mismatch.found), expected \(mismatch.expected)")
    }

    /// The message.
    public var description: String { message }
}
