/// The record of an incomplete file, stored with its bytes: which version they belong to, so any process can ask for
/// the rest of it.
package struct DownloadRecord: Hashable, Sendable, Codable {
    /// A digest of the request's target. It is a digest because URLs may contain secrets.
    package let target: String
    /// The validator of the version, in the form for If-Range; nil if there is none.
    package var validator: String?
    /// The number of bytes of the whole, if known.
    package var length: Int?
    /// The checksum of the whole that the server stated.
    package var digest: String?
    /// The name that the server suggested, made safe.
    package var name: String?
    /// The content codings that the bytes have.
    package var coding: String?

    package init(
        target: String, validator: String? = nil, length: Int? = nil, digest: String? = nil, name: String? = nil
    ) {
        self.target = target
        self.validator = validator
        self.length = length
        self.digest = digest
        self.name = name
    }

    /// Parses an encoded record; nil for anything else, including a truncated record. Its name is made safe again, and
    /// a validator that can't be sent is dropped, because any process can have written it.
    package init?(_ bytes: Data) {
        guard let record = try? JSON(parsing: bytes).decode(DownloadRecord.self), record.length ?? 0 >= 0 else {
            return nil
        }
        self = record
        name = name.flatMap(SafeFileName.name)
        validator = validator.flatMap { (try? HeaderFields.Field("If-Range", $0))?.value }
    }

    /// The record as a JSON object. A truncated one can't be parsed.
    package var encoded: Data { (try? JSON.Encoder.sorted.encode(self)) ?? Data() }

    /// Returns whether the rest can be asked for if the given number of bytes exists.
    func canResume(after count: Int) -> Bool { validator != nil && count > 0 && count <= length ?? .max }
}

extension DownloadRecord {
    /// Creates a record of the version in a response.
    init(of response: Response, to request: Request, isCoded: Bool) {
        let fields = response.headerFields
        let isWhole = !fields.contains("Transfer-Encoding") && !isCoded
        self.init(
            target: Self.target(of: request), validator: isCoded ? nil : Self.validator(in: fields),
            length: isWhole ? fields.contentLength : nil,
            digest: isCoded ? nil : fields.representationDigest?.description,
            name: fields.contentDisposition?.safeFileName)
        coding = isCoded ? nil : fields.coding
    }

    /// Returns a digest of the method, the URL, and the fields by which servers choose a representation.
    package static func target(of request: Request) -> String {
        var text = "\(request.method)\n\(request.url.absoluteString)"
        for name in ["Accept", "Accept-Language", "Accept-Encoding"] as [HeaderFields.Name] {
            text += "\n\(request.headerFields[name] ?? "")"
        }
        return String(Hexadecimal.text(of: SHA256.digest(of: text.utf8)).prefix(32))
    }

    /// Returns the validator for If-Range (RFC 9110, section 13.1.5): a strong tag, or if there is no tag at all, a
    /// last modification at least a second before the Date (section 8.8.2.2).
    private static func validator(in fields: HeaderFields) -> String? {
        guard fields["Accept-Ranges"]?.lowercased() != "none" else { return nil }
        if fields.contains("ETag") { return fields.eTag.flatMap { $0.isWeak ? nil : $0.description } }
        guard let modified = fields.lastModified, let made = fields.date, made.timeIntervalSince(modified) >= 1 else {
            return nil
        }
        return fields["Last-Modified"]
    }

    /// Returns whether the fields name this version.
    func isNamed(by fields: HeaderFields) -> Bool { validator != nil && validator == Self.validator(in: fields) }

    /// Returns whether the fields of a part may belong to the same version.
    func matches(_ fields: HeaderFields) -> Bool {
        if let tag = validator.flatMap({ EntityTag(parsing: $0) }) {
            return !fields.contains("ETag") || fields.eTag?.stronglyMatches(tag) == true
        }
        return fields["Last-Modified"].map { $0 == validator } ?? true
    }
}

extension HeaderFields {
    /// The content codings; nil if there are none.
    var coding: String? {
        let names = values(of: "Content-Encoding").map { $0.lowercased() }.filter { !["", "identity"].contains($0) }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
