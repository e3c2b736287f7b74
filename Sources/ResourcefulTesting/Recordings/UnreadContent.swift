import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a recording keeps of content that does not stand in it: of a stream, nothing; of a long file, its size and its
/// checksum.
struct UnreadContent: Hashable, Sendable {
    /// Longer files are recorded by their checksums.
    static let maximumFileSize = 65_536

    /// How many bytes there are without secrets, and their SHA-256; nil when they can't be read.
    private(set) var digest: Digest?

    struct Digest: Hashable, Sendable {
        let size: Int
        /// In hexadecimal digits.
        let sha256: String

        /// - Parameter content: Without secrets: they don't count, and nobody is to guess them.
        init(of content: Data) {
            size = content.count
            sha256 = Hexadecimal.text(of: SHA256.digest(of: content))
        }

        fileprivate init(size: Int, sha256: String) { (self.size, self.sha256) = (size, sha256) }
    }

    /// Content of which nothing is known, or as much as can be known of it.
    init(_ content: Data? = nil) { digest = content.map { Digest(of: $0) } }

    /// What stands in an archive; nil when nothing is said there.
    init?(_ archived: JSON) {
        guard archived.exists, !archived.isNull else { return nil }
        guard let size = archived.size.intIfThere, let sha256 = archived.sha256.stringIfThere else { return }
        digest = Digest(size: size, sha256: sha256)
    }

    /// As it stands in an archive.
    var json: JSON { digest.map { ["size": JSON($0.size), "sha256": JSON($0.sha256)] } ?? [:] }
}

/// Says of a recorded request that its content is not in the recording.
enum UnreadOption: RequestOption {
    static let defaultValue: UnreadContent? = nil
}

extension Body {
    /// All bytes, before they are compressed, of what is in memory or in a file that can be read.
    var readableContent: Data? { data ?? file.flatMap { try? Data(contentsOf: $0) } }
}

extension Recording.Exchange {
    /// The exchange as it is written: of a file that is not long, the content stands in it; of other content that is
    /// not in memory, what is known of it.
    func readingContent(redacting redaction: Redaction) -> Recording.Exchange {
        guard let body = request.body, body.data == nil, body.shownParts == nil else { return self }
        var exchange = self
        let content = body.readableContent
        if let content, content.count <= UnreadContent.maximumFileSize {
            exchange.request.body = .data(content, mediaType: body.mediaType)
        } else {
            let redaction = redaction.including(secretsOf: request)
            exchange.request[UnreadOption.self] = UnreadContent(
                content.map { redaction.redacted(content: $0, of: request.mediaType) })
        }
        return exchange
    }
}
