#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoredResponse {
    /// The part of the content that a request asks for, as 206 (RFC 9110, section 15.3.7); nil when it asks for several,
    /// or for one that is not there, when If-Range names another version, or when the bytes are not those that were
    /// sent, because their coding has been undone.
    func servedPart(of request: Request, _ terms: CacheTerms) -> Response? {
        guard request.method == .get, response.status == 200,
            !response.headerFields.contains(.contentEncoding), request.headerFields.values(of: .range).count == 1,
            let text = request.headerFields[.range], let range = Self.range(text, of: response.body.count),
            isSameVersion(for: request)
        else { return nil }
        let body = response.body
        var part = response.served(to: .head, terms)
        part.status = 206
        // A copy: whoever reads it begins at 0.
        part.body = Data(body[(body.startIndex + range.lowerBound)..<(body.startIndex + range.upperBound)])
        part.headerFields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
        part.headerFields[.contentLength] = "\(range.count)"
        return part
    }

    /// A single range of bytes which is not empty, cut off at the end of the content (RFC 9110, section 14.1.2).
    private static func range(_ text: String, of count: Int) -> Range<Int>? {
        guard text.lowercased().hasPrefix("bytes=") else { return nil }
        let ends = text.utf8.dropFirst(6).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let length = number(ends[1]), length > 0, count > 0 else { return nil }
            return max(0, count - length)..<count
        }
        guard let first = number(ends[0]), first < count else { return nil }
        if ends[1].isEmpty { return first..<count }
        guard let last = number(ends[1]), last >= first else { return nil }
        return first..<(min(last, count - 1) + 1)
    }

    private static func number(_ digits: Substring.UTF8View) -> Int? {
        // Longer ones are of no content in memory.
        digits.count <= 18 ? FieldNumber.parsed(Substring(digits)) : nil
    }

    /// Whether If-Range, if there is one, names this very version: a strong tag, or a last modification at least a
    /// second before the Date (RFC 9110, sections 13.1.5 and 8.8.2.2).
    private func isSameVersion(for request: Request) -> Bool {
        guard request.headerFields["If-Match"] == nil, request.headerFields["If-Unmodified-Since"] == nil else {
            return false
        }
        guard let text = request.headerFields["If-Range"] else { return true }
        let fields = response.headerFields
        if let tag = EntityTag(parsing: text) { return fields.eTag?.stronglyMatches(tag) ?? false }
        guard let date = HTTPDate.date(of: text), let modified = fields.lastModified, let made = fields.date else {
            return false
        }
        return date == modified && made.timeIntervalSince(modified) >= 1
    }
}
