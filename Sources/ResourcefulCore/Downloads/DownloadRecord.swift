#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What is kept beside the bytes of a file that has not come whole: whose bytes they are, so that the rest of the same
/// version can be asked for, by another process too.
package struct DownloadRecord: Hashable, Sendable, Codable {
    /// What was asked for: a digest, since a URL may have secrets in it.
    package let target: String
    /// What names the version, as it stands in If-Range; nil when nothing does.
    package var validator: String?
    /// How many bytes the whole has, when that is known.
    package var length: Int?
    /// The checksum of the whole that the server stated.
    package var digest: String?
    /// The name that the server suggested, made safe.
    package var name: String?

    package init(
        target: String, validator: String? = nil, length: Int? = nil, digest: String? = nil, name: String? = nil
    ) {
        self.target = target
        self.validator = validator
        self.length = length
        self.digest = digest
        self.name = name
    }

    /// A record as it was written; nil for anything else, also for the beginning of one.
    package init?(_ bytes: Data) {
        guard let record = try? JSON(parsing: bytes).decode(DownloadRecord.self), record.length ?? 0 >= 0 else {
            return nil
        }
        self = record
    }

    /// The record as it is written: an object of JSON, no beginning of which is one.
    package var encoded: Data { (try? JSON.Encoder.sorted.encode(self)) ?? Data() }

    /// Whether the rest can be asked for when so many bytes are there.
    func canResume(after count: Int) -> Bool { validator != nil && count > 0 && count <= length ?? .max }
}

extension DownloadRecord {
    /// What a response says of the version that it holds.
    init(of response: Response, to request: Request, isCoded: Bool) {
        let fields = response.headerFields
        let isWhole = !fields.contains(.transferEncoding) && !isCoded
        self.init(
            target: Self.target(of: request), validator: isCoded ? nil : Self.validator(in: fields),
            length: isWhole ? fields.contentLength : nil,
            digest: isCoded ? nil : fields.representationDigest?.description,
            name: fields.contentDisposition?.safeFileName)
    }

    /// What is asked for: the URL, and the fields by which servers choose a representation.
    package static func target(of request: Request) -> String {
        var text = "\(request.method)\n\(request.url.absoluteString)"
        for name in ["Accept", "Accept-Language", "Accept-Encoding"] as [HeaderFields.Name] {
            text += "\n\(request.headerFields[name] ?? "")"
        }
        return String(Hexadecimal.text(of: SHA256.digest(of: text.utf8)).prefix(32))
    }

    /// What can stand in If-Range (RFC 9110, section 13.1.5): a strong tag, or where there is no tag at all, a last
    /// modification at least a second before the Date (section 8.8.2.2).
    private static func validator(in fields: HeaderFields) -> String? {
        guard fields["Accept-Ranges"]?.lowercased() != "none" else { return nil }
        if fields.contains("ETag") { return fields.eTag.flatMap { $0.isWeak ? nil : $0.description } }
        guard let modified = fields.lastModified, let made = fields.date, made.timeIntervalSince(modified) >= 1 else {
            return nil
        }
        return fields["Last-Modified"]
    }

    /// Whether the fields of a part may be those of the same version.
    func matches(_ fields: HeaderFields) -> Bool {
        if let tag = validator.flatMap({ EntityTag(parsing: $0) }) {
            return !fields.contains("ETag") || fields.eTag?.stronglyMatches(tag) == true
        }
        return fields["Last-Modified"].map { $0 == validator } ?? true
    }
}
