#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// What is there already stays byte for byte; the fragment stays last.
extension URL {
    /// The URL with segments added to its path, each of them one segment whatever is in it.
    ///
    /// A slash, a percent sign or a question mark in a segment is encoded like every byte but letters, digits and
    /// `-._~`. An empty segment at the end is a slash at the end.
    ///
    ///     try url.appending(segments: "x/y", "z")   // https://example.org/a?b becomes https://example.org/a/x%2Fy/z?b
    ///
    /// - Throws: ``RequestError`` for the segments `.` and `..`, which lead elsewhere, encoded or not.
    public func appending(segments: String...) throws(RequestError) -> URL { try appending(segments: segments) }

    /// The URL with segments added to its path, each of them one segment whatever is in it.
    ///
    /// - Throws: ``RequestError`` for the segments `.` and `..`, which lead elsewhere, encoded or not.
    public func appending(segments: [String]) throws(RequestError) -> URL {
        var text = URLText(self)
        try text.append(segments: segments)
        guard let url = text.url else { throw RequestError("the path can't be extended") }
        return url
    }

    /// The URL with the items of a query added behind those that it has.
    public func appending(query: Query) -> URL {
        var text = URLText(self)
        text.append(query: query.encoded)
        // An encoded query is valid behind whatever is valid.
        return text.url ?? self
    }
}

extension Query {
    /// The query of a URL; no items when there is none.
    public init(of url: URL) { self.init(parsing: URLText(url).query ?? "") }
}
