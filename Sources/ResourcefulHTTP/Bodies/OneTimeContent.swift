/// A source that produces the bytes of a stream once, piece by piece.
package protocol PieceSource: AnyObject, Sendable {
    /// Announces that the bytes are about to be sent.
    ///
    /// - Throws: ``RequestError`` when called a second time.
    func begin() throws(RequestError)

    /// Requests the next piece; nil means that there are no more. The source may call `receive` later and from any
    /// thread. Callers wait for it before they request another piece.
    func next(_ receive: @escaping @Sendable (Result<Data?, any Error>) -> Void)

    /// Announces that no more pieces will be requested.
    func cancel()
}

extension Body {
    /// Content that is produced while it is sent, and so can be sent only once.
    package struct OneTimeContent: Hashable, Sendable {
        /// The source that produces the content.
        package let source: any PieceSource
        /// The length in bytes, if it is known.
        package let length: Int?

        /// Returns whether both have the same source and length.
        package static func == (one: OneTimeContent, other: OneTimeContent) -> Bool {
            one.source === other.source && one.length == other.length
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }
    }

    /// Creates a body from a source that produces its content while it is sent.
    package static func stream(from source: some PieceSource, length: Int?, mediaType: MediaType?) -> Body {
        if let length, length < 0 {
            return Body(content: .invalid("a stream can't have \(length) bytes"), mediaType: mediaType)
        }
        return Body(content: .stream(OneTimeContent(source: source, length: length)), mediaType: mediaType)
    }

    /// Whether the same bytes can be sent more than once. It is true for all bodies but streams.
    ///
    /// If it is false, policies never send the request again: they don't retry it, and don't follow a 307 or 308
    /// redirect.
    public var canBeSentAgain: Bool {
        if case .stream = content { false } else { true }
    }
}
