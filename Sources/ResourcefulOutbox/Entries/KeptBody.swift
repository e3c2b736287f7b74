#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The content of a request, as it is kept: bytes, or a file by its path, its length and its digest.
struct KeptBody: Codable, Equatable, Sendable {
    private var mediaType: String?
    private var bytes: Data?
    private var file: String?
    private var length: Int?
    private var digest: Data?

    /// - Throws: ``OutboxError`` if the body can't be kept.
    init(_ body: Body) throws(OutboxError) {
        mediaType = body.mediaType?.rawValue
        if let data = body.data ?? body.dataInMemory {
            bytes = data
        } else if let url = body.file {
            let content = try Self.content(of: url)
            (file, length, digest) = (url.path, content.count, Self.digest(of: content))
        } else if !body.canBeSentAgain {
            throw OutboxError(.body, "a stream can only be read once, so an outbox can't keep it: use a file")
        } else {
            throw OutboxError(.body, "an outbox keeps bytes, JSON, forms and files, and parts in memory; not \(body)")
        }
    }

    /// Returns the body to send.
    ///
    /// - Throws: ``OutboxError`` if its file isn't what it was.
    func body() throws(OutboxError) -> Body {
        let mediaType = mediaType.flatMap { MediaType($0) }
        guard let file else { return .data(bytes ?? Data(), mediaType: mediaType) }
        let url = URL(filePath: file)
        let content = try Self.content(of: url)
        guard content.count == length, Self.digest(of: content) == digest else {
            throw OutboxError(.refused, "the file \(url.lastPathComponent) has changed since it was submitted")
        }
        return .file(url, mediaType: mediaType)
    }

    private static func content(of url: URL) throws(OutboxError) -> Data {
        do {
            return try Data(contentsOf: url, options: .mappedIfSafe)
        } catch {
            throw OutboxError(.refused, "the file \(url.lastPathComponent) can't be read")
        }
    }

    private static func digest(of content: Data) -> Data { Data(MessageDigest.sha256(content)) }
}
