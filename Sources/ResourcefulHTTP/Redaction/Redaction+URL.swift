extension Redaction {
    /// Returns the URL's text without user information, and with secret values in the query and the fragment replaced.
    public func redacted(_ url: URL) -> String { redacted(urlText: url.absoluteString) }

    /// Returns the redacted text of a URL or a relative reference, split by the regular expression of RFC 3986,
    /// appendix B.
    ///
    /// - Parameter isForm: Whether the text is a form after a question mark. A form has no fragment.
    package func redacted(urlText text: String, isForm: Bool = false) -> String {
        // Fast path for a URL without a user, a query and a fragment.
        if spellings.isEmpty, !text.utf8.contains(where: { $0 == 0x3F || $0 == 0x23 || $0 == 0x40 }) { return text }
        let hierarchyEnd = text.firstIndex { "?#".contains($0) } ?? text.endIndex
        var result = withoutUser(text[..<hierarchyEnd])
        // An item begins after one of these marks and ends before the next.
        var rest = text[hierarchyEnd...]
        while let mark = rest.first {
            let item = rest.dropFirst().prefix { !"?#&;".contains($0) }
            let redacted = redactedItem(item)
            result += "\(mark)\(redacted)"
            rest = rest[item.endIndex...]
            // A secret may contain marks, so it ends only where the next item certainly begins.
            if redacted != item { rest = rest.drop { $0 != "&" && (isForm || $0 != "#" && $0 != ";") } }
        }
        guard !spellings.isEmpty else { return result }
        let bytes = Array(result.utf8)
        return String(decoding: replaced(bytes, ordered(echoes(in: bytes)), by: Array("redacted".utf8)), as: UTF8.self)
    }

    /// Returns the scheme, authority and path, without the part of the authority before the last `@`. Doesn't use
    /// `URLParts`, because it also handles text that isn't a URL or has an invalid scheme.
    private func withoutUser(_ hierarchy: Substring) -> String {
        let pathStart = hierarchy.firstIndex(of: "/") ?? hierarchy.endIndex
        let afterScheme = hierarchy[..<pathStart].isEmpty || hierarchy[..<pathStart].last == ":"
        guard afterScheme, hierarchy[pathStart...].hasPrefix("//") else { return String(hierarchy) }
        let start = hierarchy.index(pathStart, offsetBy: 2)
        let authority = hierarchy[start...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(hierarchy) }
        return String(hierarchy[..<start] + hierarchy[hierarchy.index(after: at)...])
    }

    private func redactedItem(_ item: Substring) -> Substring {
        guard let equals = item.firstIndex(of: "=") else { return hidesSecrets(item) ? "redacted" : item }
        let value = item[item.index(after: equals)...]
        let isSecret = isSecret(name: String(item[..<equals])) || hidesSecrets(value)
        return isSecret ? item[...equals] + "redacted" : item
    }

    /// Returns whether a value contains secrets itself, such as a token or a URL with a secret query item.
    private func hidesSecrets(_ value: Substring) -> Bool {
        var text = String(value)
        // A URL nested in another URL is encoded once more at each level.
        for _ in 0..<3 {
            guard text.utf8.count > 5 else { return false }
            if !secretPlaces(in: Array(text.utf8)).allSatisfy(\.isEmpty) || withoutUser(text[...]) != text {
                return true
            }
            let decoded = PercentEncoding.decoded(text.utf8, plusAsSpace: true)
            guard decoded != text else { return false }
            text = decoded
        }
        return true
    }
}

extension Query: HidesSecrets {
    /// The encoded query, with the values of secret names replaced.
    public var description: String { String(Redaction.standard.redacted(urlText: "?\(encoded)").dropFirst()) }
}
