#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension URL {
    /// This relative URL inside a base, which is a folder with or without a trailing slash.
    ///
    /// In `https://h/api/4`, `news?a` is `https://h/api/4/news?a`, and the empty URL is the base itself. Otherwise
    /// RFC 3986, section 5, applies.
    ///
    /// - Throws: ``RequestError`` when the URL leaves the base. It names both URLs that may be meant.
    func located(in base: URL) throws(RequestError) -> URL {
        let (reference, baseText) = (URLText(absoluteString), URLText(base))
        var folder = baseText
        if !folder.path.hasSuffix("/") { folder.path += "/" }
        let target = (reference.path.isEmpty ? baseText : folder).resolving(reference)
        guard target.isInside(folder), let url = target.url else {
            throw Self.leadsOut(reference, of: baseText, folder)
        }
        return url
    }

    private static func leadsOut(_ reference: URLText, of base: URLText, _ folder: URLText) -> RequestError {
        var inside = reference
        let slashes = reference.authority.map { "//\($0)" } ?? ""
        (inside.authority, inside.path) = (nil, Substring(slashes + reference.path).drop { $0 == "/" })
        return RequestError(
            """
            the relative URL \(reference.shown) leaves the base URL \(base.shown). RFC 3986 resolves it to \
            \(base.resolving(reference).shown); inside the folder it is \(folder.resolving(inside).shown). Use the \
            full URL, or one that stays inside the base
            """)
    }
}

extension URLText {
    /// Whether it is at the same origin as a folder, and its path is in the folder's.
    fileprivate func isInside(_ folder: URLText) -> Bool {
        guard authority == folder.authority else { return false }
        let (root, target) = (Self.decoded(folder.path), Self.decoded(path))
        return target.hasPrefix(root) || target == root.dropLast()
    }

    /// Where a path leads if somebody decodes its dots and slashes, and takes a backslash for a slash.
    private static func decoded(_ path: Substring) -> Substring {
        var text = String(path)
        for (code, character) in [("%2e", "."), ("%2f", "/"), ("%5c", "/")] where text.contains("%") {
            text = text.replacing(code, with: character).replacing(code.uppercased(), with: character)
        }
        return removingDotSegments(text.replacing("\\", with: "/")[...])
    }

    /// The text for a person, without user, query and fragment.
    fileprivate var shown: String {
        var shown = self
        (shown.query, shown.fragment) = (nil, nil)
        return Redaction.standard.redacted(urlText: shown.text)
    }
}
