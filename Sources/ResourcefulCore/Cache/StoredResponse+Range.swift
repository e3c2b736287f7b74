extension StoredResponse {
    /// Returns the part of the content that a request asks for, as 206 (RFC 9110, section 15.3.7). Returns nil if it
    /// asks for several parts or one that doesn't exist, if If-Range names another version, or if the stored bytes
    /// aren't those that were sent, because they were decoded.
    func servedPart(of request: Request, _ terms: CacheTerms) -> Response? {
        guard request.method == .get, response.status == 200,
            !response.headerFields.contains(.contentEncoding), request.headerFields.values(of: .range).count == 1,
            let text = request.headerFields[.range], let range = Self.range(text, of: response.body.count),
            isSameVersion(for: request)
        else { return nil }
        let body = response.body
        var part = response.served(to: .head, terms)
        part.status = 206
        // A copy, so that its indices begin at 0.
        part.body = Data(body[(body.startIndex + range.lowerBound)..<(body.startIndex + range.upperBound)])
        part.headerFields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
        part.headerFields[.contentLength] = "\(range.count)"
        return part
    }

    /// Returns a single nonempty range of bytes, limited to the end of the content (RFC 9110, section 14.1.2).
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
        // Longer numbers exceed any content in memory.
        digits.count <= 18 ? FieldNumber.parsed(Substring(digits)) : nil
    }

    /// Returns whether If-Range, if present, names this version: by a strong tag, or by a last modification at least a
    /// second before the Date (RFC 9110, sections 13.1.5 and 8.8.2.2).
    private func isSameVersion(for request: Request) -> Bool {
        guard request.headerFields[.ifMatch] == nil, request.headerFields[.ifUnmodifiedSince] == nil else {
            return false
        }
        guard let text = request.headerFields[.ifRange] else { return true }
        let fields = response.headerFields
        if let tag = EntityTag(parsing: text) { return fields.eTag?.stronglyMatches(tag) ?? false }
        guard let date = HTTPDate.date(of: text), let modified = fields.lastModified, let made = fields.date else {
            return false
        }
        return date == modified && made.timeIntervalSince(modified) >= 1
    }
}
