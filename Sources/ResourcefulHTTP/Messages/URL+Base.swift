extension URL {
    /// Returns this relative URL inside a base, which is a folder with or without a trailing slash.
    ///
    /// In `https://h/api/4`, `news?a` becomes `https://h/api/4/news?a`, and the empty URL is the base itself. Otherwise
    /// RFC 3986, section 5, applies.
    ///
    /// - Throws: ``RequestError`` if the URL leaves the base. The message names both URLs that you may have meant.
    func located(in base: URL) throws(RequestError) -> URL {
        if let url = plainlyLocated(in: base) { return url }
        let (reference, baseText) = (URLText(absoluteString), URLText(base))
        var folder = baseText
        if !folder.path.hasSuffix("/") { folder.path += "/" }
        let target = (reference.path.isEmpty ? baseText : folder).resolving(reference)
        guard target.isInside(folder), let url = target.url else {
            throw Self.leadsOut(reference, of: baseText, folder)
        }
        return url
    }

    /// Returns this URL inside a base if both have the most common form: there, one text comes after the other.
    ///
    /// Otherwise a reference is taken apart, resolved and compared with the base, which costs more than the rest of a
    /// load that needs no network.
    private func plainlyLocated(in base: URL) -> URL? {
        var (text, reference) = (base.absoluteString, absoluteString)
        guard baseURL == nil, text.withUTF8(PlainURL.isFolder), reference.withUTF8(PlainURL.isInside) else {
            return nil
        }
        if !text.utf8.hasFinalSlash { text += "/" }
        text += reference
        return URL(string: text)
    }

    private static func leadsOut(_ reference: URLText, of base: URLText, _ folder: URLText) -> RequestError {
        var inside = reference
        let slashes = reference.authority.map { "//\($0)" } ?? ""
        (inside.authority, inside.path) = (nil, Substring(slashes + reference.path).drop { $0 == "/" })
        let (byRFC, inFolder) = (base.resolving(reference).shown, folder.resolving(inside).shown)
        let readings =
            byRFC == inFolder && reference.path.contains("%")
            ? ": servers may read its encoded dots and slashes as those of a path"
            : ". RFC 3986 resolves it to \(byRFC); inside the folder it is \(inFolder)"
        let rule = "Use the full URL, or one that stays inside the base"
        return RequestError("the relative URL \(reference.shown) leaves the base URL \(base.shown)\(readings). \(rule)")
    }
}

extension URLText {
    /// Whether the URL has the same authority as a folder and a path inside the folder's, both as it is written and as
    /// a server may read it that decodes dots and slashes.
    fileprivate func isInside(_ folder: URLText) -> Bool {
        guard authority == folder.authority else { return false }
        return [Self.removingDotSegments, Self.decoded].allSatisfy { read in
            let (root, target) = (read(folder.path), read(path))
            return target.hasPrefix(root) || target == root.dropLast()
        }
    }

    /// Returns the path after decoding its dots and slashes and replacing backslashes by slashes.
    private static func decoded(_ path: Substring) -> Substring {
        var text = String(path)
        for (code, character) in [("%2e", "."), ("%2f", "/"), ("%5c", "/")] where text.contains("%") {
            text = text.replacing(code, with: character).replacing(code.uppercased(), with: character)
        }
        return removingDotSegments(text.replacing("\\", with: "/")[...])
    }

    /// The text for people, without user information, query and fragment.
    fileprivate var shown: String {
        var shown = self
        (shown.query, shown.fragment) = (nil, nil)
        return Redaction.standard.redacted(urlText: shown.text)
    }
}
