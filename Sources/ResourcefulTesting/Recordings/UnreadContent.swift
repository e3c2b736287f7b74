private import CResourcefulZlib

/// The facts that a recording keeps about content that it doesn't contain: the size and checksum of a long file, and
/// nothing about a stream.
struct UnreadContent: Hashable, Sendable {
    /// The size in bytes above which files are recorded by their checksums.
    static let maximumFileSize = 65_536

    /// The number of bytes without secrets, and their SHA-256; nil if they can't be read.
    private(set) var digest: Digest?

    struct Digest: Hashable, Sendable {
        let size: Int
        /// The SHA-256 in hexadecimal digits.
        let sha256: String

        /// - Parameter content: The content without secrets: they don't count, and the checksum must not help to guess
        ///   them.
        init(of content: Data) {
            size = content.count
            sha256 = Hexadecimal.text(of: SHA256.digest(of: content))
        }

        fileprivate init(size: Int, sha256: String) { (self.size, self.sha256) = (size, sha256) }
    }

    /// Creates a value for content; nil for unknown content.
    init(_ content: Data? = nil) { digest = content.map { Digest(of: $0) } }

    /// Creates a value from an archive; nil if the archive has none.
    init?(_ archived: JSON) {
        guard archived.exists, !archived.isNull else { return nil }
        guard let size = archived.size.intIfThere, let sha256 = archived.sha256.stringIfThere else { return }
        digest = Digest(size: size, sha256: sha256)
    }

    /// The value as it's stored in an archive.
    var json: JSON { digest.map { ["size": JSON($0.size), "sha256": JSON($0.sha256)] } ?? [:] }
}

/// Marks a recorded request whose content isn't in the recording.
enum UnreadOption: RequestOption {
    static let defaultValue: UnreadContent? = nil
}

extension Request {
    /// All bytes of the body before compression, from memory or from a file that can be read; nil otherwise. A server
    /// receives them compressed.
    var readableContent: Data? {
        let content = body?.data ?? body?.file.flatMap { try? Data(contentsOf: $0) }
        return body?.isGzipped == true ? content : content.map(headerFields.decoded)
    }
}

extension HeaderFields {
    /// Returns the bytes before their compression with gzip, if they are compressed as the fields say.
    func decoded(_ content: Data) -> Data {
        tokens(of: "Content-Encoding") == ["gzip"] ? content.gunzipped ?? content : content
    }
}

extension Data {
    /// The bytes before their compression with gzip; nil if they aren't compressed, or larger than 64 MB.
    fileprivate var gunzipped: Data? {
        let size = suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard starts(with: [0x1F, 0x8B]), count >= 18, size <= 1 << 26 else { return nil }
        var output = Data(count: size)
        let isWhole = withUnsafeBytes { input in
            output.withUnsafeMutableBytes { rsz_gunzip(input.baseAddress, input.count, $0.baseAddress, $0.count) == 1 }
        }
        return isWhole ? output : nil
    }
}

extension Recording.Exchange {
    /// Returns the exchange as it's written: with the content of a short file, and with the known facts about other
    /// content that isn't in memory.
    func readingContent(redacting redaction: Redaction) -> Recording.Exchange {
        guard let body = request.body, body.data == nil, body.shownParts == nil else { return self }
        var exchange = self
        let content = request.readableContent
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
