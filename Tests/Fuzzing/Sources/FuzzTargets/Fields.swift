import ResourcefulDownloads
import ResourcefulFormats
import ResourcefulIdentity
import ResourcefulPages
import ResourcefulTesting

@testable import ResourcefulCore
@testable import ResourcefulHTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// One value, read as each of the fields that have a type of their own.
    static let fields = FuzzTarget("Fields") { bytes throws(Violation) in
        let text = String(decoding: bytes, as: UTF8.self)
        guard let value = try? HeaderFields.Field("X", text).value else { return }
        try Fields.checkDisposition(value)
        try Fields.checkValues(value)
        var fields = HeaderFields()
        for name in Fields.names { fields[name] = value }
        try Fields.check(fields)
    }
}

/// What must hold of fields.
enum Fields {
    static let names: [HeaderFields.Name] = [
        "Accept", "Accept-Encoding", "Age", "Cache-Control", "Cache-Status", "Content-Digest", "Content-Disposition",
        "Content-Length", "Content-Range", "Content-Type", "Date", "Digest", "ETag", "Expires", "If-None-Match",
        "Last-Modified", "Link", "Location", "Pragma", "RateLimit", "RateLimit-Policy", "RateLimit-Reset",
        "Repr-Digest", "Retry-After", "Vary", "WWW-Authenticate", "X-RateLimit-Limit", "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
    ]

    /// Reads all that the library reads of the fields of a response.
    static func check(_ fields: HeaderFields) throws(Violation) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var response = Response(status: 401, headerFields: fields)
        response.url = URL(string: "https://example.org/a")
        _ = (fields.contentType?.essence, fields.eTag, fields.expires, fields.ifNoneMatch, fields.accept)
        _ = (fields.acceptEncoding, fields.contentDigest, fields.representationDigest, fields.links.count)
        _ = (response.challenges.count, CacheControl(response: fields), CacheControl(request: fields))
        if let length = fields.contentLength { try require(length >= 0, "a length is not negative") }
        for limit in fields.rateLimits {
            try require((limit.remaining ?? 0) >= 0, "less than nothing is left")
            _ = limit.resetDate(receivedAt: now)
        }
        let stored = StoredResponse(response: response, requested: now, received: now)
        let age = stored.freshness.age(at: now.addingTimeInterval(60))
        try require(age >= .zero, "an age is not negative")
        try settled(Redaction.standard.redacted(fields), "the fields") { Redaction.standard.redacted($0) }
    }

    /// A disposition is written and read, and its name is safe in a folder.
    static func checkDisposition(_ value: String) throws(Violation) {
        guard let disposition = ContentDisposition(parsing: value) else { return }
        if let name = disposition.safeFileName {
            try require(!name.isEmpty && name.utf8.count <= 255 && name != "." && name != "..", "the name is no name")
            try require(name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x2F && $0 != 0x5C }, "the name leaves its folder")
            try require(SafeFileName.name(of: name), equals: name, "made safe twice, it differs")
        }
        let again = ContentDisposition(parsing: disposition.description)
        try require(again?.fileName, equals: disposition.fileName, "written and read, it is another name")
        let numbered = DownloadName.numbered(disposition.safeFileName ?? "download", 2)
        try require(numbered.utf8.count <= 255, "a numbered name is too long")
    }

    /// Values that are written are read again as they were.
    static func checkValues(_ value: String) throws(Violation) {
        if let tag = EntityTag(parsing: value) {
            try require(EntityTag(parsing: tag.description), equals: tag, "written and read, it is another tag")
        }
        if let condition = EntityTag.Condition(parsing: value) {
            let again = EntityTag.Condition(parsing: condition.description)
            try require(again, equals: condition, "written and read, it is another condition")
        }
        if let part = ContentRange(parsing: value), let range = part.range {
            try require(!range.isEmpty && range.lowerBound >= 0, "a part has bytes")
            try require(range.upperBound <= part.length ?? .max, "a part is in the whole")
        }
        if let digest = ContentDigest(parsing: value) {
            let again = ContentDigest(parsing: digest.description)
            try require(again, equals: digest, "written and read, it is another digest")
        }
        guard let type = MediaType(value) else { return }
        guard let other = type.with("q", "0.5") else { return }
        try require(other.quality, equals: 0.5, "a quality that was set is another one: \(other)")
        try require(type.matches(type), "a media type matches itself")
        try require((0...1).contains(type.quality), "a quality is between 0 and 1")
    }
}
