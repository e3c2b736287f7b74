#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Where the bytes of a stream come from, piece by piece and once.
package protocol PieceSource: AnyObject, Sendable {
    /// Says that the bytes are about to be sent.
    ///
    /// - Throws: ``RequestError`` the second time.
    func begin() throws(RequestError)

    /// Asks for the next piece: nil after the last one. The answer may come later, and from any thread. Nobody asks
    /// again before it has come.
    func next(_ receive: @escaping @Sendable (Result<Data?, any Error>) -> Void)

    /// Says that nobody will ask any more.
    func cancel()
}

extension Body {
    /// Content that is made while it is sent, and so can be sent once.
    package struct OneTimeContent: Hashable, Sendable {
        /// What makes it.
        package let source: any PieceSource
        /// How many bytes it has, when that is known.
        package let length: Int?

        /// Two are the same when the same source makes them.
        package static func == (one: OneTimeContent, other: OneTimeContent) -> Bool {
            one.source === other.source && one.length == other.length
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }
    }

    /// Content from a source that makes it while it is sent.
    package static func stream(from source: some PieceSource, length: Int?, mediaType: MediaType?) -> Body {
        if let length, length < 0 {
            return Body(content: .invalid("a stream can't have \(length) bytes"), mediaType: mediaType)
        }
        return Body(content: .stream(OneTimeContent(source: source, length: length)), mediaType: mediaType)
    }

    /// Whether the same bytes can be sent more than once: all bodies but streams.
    ///
    /// A request whose body can't is never sent again by a policy: not retried, not redirected by a 307 or 308.
    public var canBeSentAgain: Bool {
        if case .stream = content { false } else { true }
    }
}
