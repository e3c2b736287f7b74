/// The text of a URL or a relative reference, split into its parts (RFC 3986, appendix B). Parts that don't change stay
/// the same byte for byte.
package struct URLText {
    /// The part before the first `:`; nil for a relative reference.
    package var scheme: Substring?
    /// The part between `//` and the path; nil if there is no `//`. It may be empty.
    package var authority: Substring?
    /// The part after the authority, including its slash. It may be empty.
    package var path: Substring
    /// The part after the `?`; nil if there is none.
    package var query: String?
    /// The part after the `#`; nil if there is none.
    package var fragment: String?

    package init(_ url: URL) { self.init(url.absoluteString) }

    package init(_ text: String) {
        var text = text
        let (parts, ends) = text.withUTF8 { bytes in
            let parts = URLParts(bytes)
            return (parts, parts.ends(bytes))
        }
        let utf8 = text.utf8
        let start = text.startIndex
        func cut(_ range: Range<Int>) -> Substring {
            text[utf8.index(start, offsetBy: range.lowerBound)..<utf8.index(start, offsetBy: range.upperBound)]
        }
        scheme = parts.schemeEnd.map { cut(0..<$0) }
        authority = parts.authority.map(cut)
        path = cut(parts.pathStart..<ends.path)
        query = ends.query > ends.path ? String(cut((ends.path + 1)..<ends.query)) : nil
        fragment = utf8.count > ends.query ? String(cut((ends.query + 1)..<utf8.count)) : nil
    }

    package var text: String {
        var text = ""
        if let scheme { text += "\(scheme):" }
        if let authority { text += "//\(authority)" }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }

    /// The URL of the text; nil if the text isn't a URL.
    package var url: URL? { URL(text: text) }

    /// Appends segments to the path. Each stays one segment, whatever characters it contains.
    mutating func append(segments: [String]) throws(RequestError) {
        guard !segments.isEmpty else { return }
        if let dots = segments.first(where: { $0 == "." || $0 == ".." }) {
            throw RequestError("\(dots.debugDescription) can't be a path segment, because it changes the path")
        }
        let added = segments.map { PercentEncoding.encoded($0) }.joined(separator: "/")
        let isAlone = path.isEmpty
        let leadsToHost = added.isEmpty ? isAlone : added.hasPrefix("/") && (isAlone || path == "/")
        if isAlone ? authority != nil : !path.hasSuffix("/") { path += "/" }
        // Without an authority, one slash would make a relative path absolute, and two would begin an authority.
        if leadsToHost, authority == nil { path += "./" }
        path += added
    }

    /// Appends an encoded query to the existing one.
    package mutating func append(query added: String) {
        guard !added.isEmpty else { return }
        guard let query, !query.isEmpty else { return query = added }
        self.query = query.hasSuffix("&") ? query + added : "\(query)&\(added)"
    }
}
