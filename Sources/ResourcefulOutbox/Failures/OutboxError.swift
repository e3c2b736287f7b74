/// The reason why a write isn't kept, or why it has no answer.
public struct OutboxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// The request carries a secret, which an outbox doesn't keep: a policy must add it.
        public static let secret = Kind(description: "secret")
        /// The body can't be kept, such as a stream.
        public static let body = Kind(description: "body")
        /// The store can't keep the write after the program ends: its disk is full, or its folder can't be written.
        public static let notKept = Kind(description: "not kept")
        /// The write was refused before a server could answer, for example because its file has changed.
        public static let refused = Kind(description: "refused")
        /// There is no write with this identifier: it was dropped, or its answer is no longer kept.
        public static let missing = Kind(description: "missing")
        /// An entry of the outbox is damaged, or a later version of the program has written it. It stays as it is.
        public static let unreadable = Kind(description: "unreadable")
    }

    /// What is wrong.
    public let kind: Kind
    /// What is wrong, in words, without secrets.
    public let message: String

    /// Creates an error, such as one to test messages with.
    public init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

    /// The message.
    public var description: String { message }
}
