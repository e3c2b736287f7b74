extension Response {
    /// The URL of the Location field, resolved against the URL that responded (RFC 9110, section 10.2.2; RFC 3986,
    /// section 5).
    ///
    /// Spaces and other characters that aren't allowed in a URL are percent-encoded. Nil if the field is missing, isn't
    /// a URL, or has two different values, or if it is relative and the response has no ``url``.
    public var location: URL? {
        let values = headerFields.values(of: .location)
        guard let first = values.first, !first.isEmpty, values.allSatisfy({ $0 == first }) else { return nil }
        return FieldTarget.url(first, relativeTo: url)
    }

    /// The links of all Link fields (RFC 8288), with their targets resolved against the URL that responded. A target
    /// that isn't a URL stays as it is in the field.
    public var links: [WebLink] {
        let base = url
        return headerFields.links.map { link in
            guard let url = FieldTarget.url(link.target, relativeTo: base) else { return link }
            var link = link
            link.target = url.absoluteString
            return link
        }
    }

    /// Returns the resolved target of the first link with a relation; nil if there is no such link or its target isn't
    /// a URL.
    ///
    ///     let next = response.link(rel: "next")
    public func link(rel relation: String) -> URL? {
        headerFields.links.first(relation: relation).flatMap { FieldTarget.url($0.target, relativeTo: url) }
    }
}

/// References to other URLs, parsed leniently.
private enum FieldTarget {
    static func url(_ text: String, relativeTo base: URL?) -> URL? {
        let text = FieldMoment.bare(text)
        guard !text.isEmpty else { return base?.resolving("") }
        let parts = URLText(text).encoded
        guard let url = base?.resolving(parts.text) ?? parts.url, Target(url).isAbsolute else {
            return nil
        }
        return url
    }
}
