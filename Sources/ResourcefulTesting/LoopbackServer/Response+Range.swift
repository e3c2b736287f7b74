extension Response {
    /// Returns the part of the response that a request asks for, like a file server (RFC 9110, section 14): 206 for a
    /// single range of bytes, 416 for a range beyond the end, and the whole response for anything else, including an
    /// If-Range that names another version.
    ///
    /// ```swift
    /// let server = try LoopbackServer { request in file.ranged(for: request) }
    /// ```
    public func ranged(for request: Request) -> Response {
        var whole = self
        whole.headerFields["Accept-Ranges"] = "bytes"
        guard request.method == .get, status == 200, isNamed(by: request.headerFields["If-Range"]),
            let asked = request.headerFields["Range"].flatMap(Self.ends)
        else { return whole }
        let count = body.count
        let (first, end) =
            switch asked {
            case (nil, let length?): (max(0, count - length), count)
            case (let first?, let last): (first, min(last ?? .max, count - 1) + 1)
            case (nil, nil): (0, count)
            }
        guard first < end else {
            whole.status = 416
            whole.body = Data()
            whole.headerFields["Content-Range"] = "bytes */\(count)"
            return whole.withOwnLength
        }
        whole.status = 206
        whole.body = Data(body.dropFirst(first).prefix(end - first))
        whole.headerFields["Content-Range"] = "bytes \(first)-\(end - 1)/\(count)"
        return whole.withOwnLength
    }

    /// The response with the length of its body, if it has a length.
    private var withOwnLength: Response {
        guard headerFields.contains("Content-Length") else { return self }
        var response = self
        response.headerFields["Content-Length"] = "\(body.count)"
        return response
    }

    /// Whether If-Range is missing or names this version (RFC 9110, section 13.1.5).
    private func isNamed(by condition: String?) -> Bool {
        guard let condition else { return true }
        if let tag = EntityTag(parsing: condition) { return headerFields.eTag?.stronglyMatches(tag) ?? false }
        return headerFields["Last-Modified"] == condition
    }

    /// Returns the ends of a single range; nil for several ranges and for invalid ones.
    private static func ends(_ range: String) -> (first: Int?, last: Int?)? {
        guard range.hasPrefix("bytes=") else { return nil }
        let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends[0].isEmpty || Int(ends[0]) != nil, ends[1].isEmpty || Int(ends[1]) != nil,
            ends[0].isEmpty != ends[1].isEmpty || !ends[0].isEmpty
        else { return nil }
        let (first, last) = (Int(ends[0]), Int(ends[1]))
        if let first, let last, last < first { return nil }
        return (first, last)
    }
}
