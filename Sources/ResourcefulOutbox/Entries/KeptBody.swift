#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The content of a request, as it is kept: bytes, a file, or parts.
struct KeptBody: Codable, Equatable, Sendable {
    private var mediaType: String?
    private var content: KeptContent?
    private var parts: [KeptPart]?

    /// - Throws: ``OutboxError`` if the body can't be kept.
    init(_ body: Body) throws(OutboxError) {
        mediaType = body.mediaType?.rawValue
        if let found = body.parts {
            parts = try found.map { part throws(OutboxError) in try KeptPart(part) }
        } else if let data = body.data ?? body.dataInMemory {
            content = try KeptContent(.data(data))
        } else if let file = body.file {
            content = try KeptContent(.file(file))
        } else if !body.canBeSentAgain {
            throw OutboxError(.body, "a stream can only be read once, so an outbox can't keep it: use a file")
        } else {
            throw OutboxError(.body, "an outbox keeps bytes, JSON, forms, files and parts; not \(body)")
        }
    }

    /// Returns the body to send, the same bytes each time.
    ///
    /// - Parameter key: The idempotency key of the write. The boundary of parts is made from it.
    /// - Throws: ``OutboxError`` if one of its files isn't what it was.
    func body(of key: String) throws(OutboxError) -> Body {
        let mediaType = mediaType.flatMap { MediaType($0) }
        if let parts {
            let digest = MessageDigest.sha256(key.utf8).prefix(15)
            let boundary = digest.map { String(Int($0) | 0x100, radix: 16).dropFirst() }.joined()
            return .multipart(
                try parts.map { part throws(OutboxError) in try part.part() }, boundary: Body.Boundary(boundary))
        }
        return switch try content?.content() {
        case .file(let file)?: .file(file, mediaType: mediaType)
        case .data(let data)?: .data(data, mediaType: mediaType)
        case nil: .data(Data(), mediaType: mediaType)
        }
    }
}

/// A part, as it is kept.
private struct KeptPart: Codable, Equatable, Sendable {
    private let name: String
    private let fileName: String?
    private let mediaType: String?
    private let fields: [KeptField]
    private let content: KeptContent

    init(_ part: Body.Part) throws(OutboxError) {
        for field in part.headerFields where KeptRequest.isSecret(field) { throw OutboxError(secret: field) }
        (name, fileName, mediaType) = (part.name, part.fileName, part.mediaType?.rawValue)
        fields = part.headerFields.map(KeptField.init)
        content = try KeptContent(part.content)
    }

    func part() throws(OutboxError) -> Body.Part {
        let mediaType = mediaType.flatMap { MediaType($0) }
        var part =
            switch try content.content() {
            case .data(let data): Body.Part.data(data, name: name, fileName: fileName, mediaType: mediaType)
            case .file(let file): Body.Part.file(file, name: name, fileName: fileName, mediaType: mediaType)
            }
        part.headerFields = HeaderFields(fields.compactMap(\.field))
        return part
    }
}

/// Bytes, or a file by its path, its length and its digest.
struct KeptContent: Codable, Equatable, Sendable {
    private var bytes: Data?
    private var file: String?
    private var length: Int?
    private var digest: Data?

    /// - Throws: ``OutboxError`` if the file can't be read.
    init(_ segment: Body.Segment) throws(OutboxError) {
        switch segment {
        case .data(let data): bytes = data
        case .file(let url):
            let content = try Self.content(of: url)
            (file, length, digest) = (url.path, content.count, Self.digest(of: content))
        }
    }

    /// - Throws: ``OutboxError`` if the file isn't what it was.
    func content() throws(OutboxError) -> Body.Segment {
        guard let file else { return .data(bytes ?? Data()) }
        let url = URL(filePath: file)
        let content = try Self.content(of: url)
        guard content.count == length, Self.digest(of: content) == digest else {
            throw OutboxError(.refused, "the file \(url.lastPathComponent) has changed since it was submitted")
        }
        return .file(url)
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
