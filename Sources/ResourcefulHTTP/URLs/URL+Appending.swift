// Existing parts stay unchanged byte for byte, and the fragment stays last.
extension URL {
    /// Returns the URL with segments appended to its path. Each stays one segment, whatever characters it contains.
    ///
    /// All bytes in a segment except letters, digits and `-._~` are encoded, including slashes, percent signs and
    /// question marks. An empty last segment adds a trailing slash.
    ///
    ///     try url.appending(segments: "x/y", "z")
    ///     // https://example.org/a?b becomes https://example.org/a/x%2Fy/z?b
    ///
    /// - Throws: ``RequestError`` for the segments `.` and `..`, which lead elsewhere even if they are encoded.
    public func appending(segments: String...) throws(RequestError) -> URL { try appending(segments: segments) }

    /// Returns the URL with segments appended to its path. Each stays one segment, whatever characters it contains.
    ///
    /// - Throws: ``RequestError`` for the segments `.` and `..`, which lead elsewhere even if they are encoded.
    public func appending(segments: [String]) throws(RequestError) -> URL {
        var text = URLText(self)
        try text.append(segments: segments)
        guard let url = text.url else { throw RequestError("the path can't be extended") }
        return url
    }

    /// Returns the URL with query items appended to the existing ones.
    public func appending(query: Query) -> URL {
        var text = URLText(self)
        text.append(query: query.encoded)
        // An encoded query is valid after any valid query.
        return text.url ?? self
    }
}

extension Query {
    /// Creates the query of a URL; it has no items if the URL has no query.
    public init(of url: URL) { self.init(parsing: URLText(url).query ?? "") }
}
