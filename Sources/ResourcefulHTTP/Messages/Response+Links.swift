#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Response {
    /// Where else something is, resolved against the URL that answered (RFC 9110, section 10.2.2; RFC 3986, section 5).
    ///
    /// Spaces and other characters that can't stand in a URL are encoded. Nil without the field, for what is no URL,
    /// for two different places at once, and for a relative one when the response has no ``url``.
    public var location: URL? {
        let values = headerFields.values(of: .location)
        guard let first = values.first, !first.isEmpty, values.allSatisfy({ $0 == first }) else { return nil }
        return FieldTarget.url(first, relativeTo: url)
    }

    /// The links of all Link fields (RFC 8288), their targets resolved against the URL that answered; a target that is
    /// no URL stays as it stands in the field.
    public var links: [WebLink] {
        let base = url
        return headerFields.links.map { link in
            guard let url = FieldTarget.url(link.target, relativeTo: base) else { return link }
            var link = link
            link.target = url.absoluteString
            return link
        }
    }

    /// Where the first link of a relation leads, resolved; nil when there is none, or it is no URL.
    ///
    ///     let next = response.link(rel: "next")
    public func link(rel relation: String) -> URL? {
        headerFields.links.first(relation: relation).flatMap { FieldTarget.url($0.target, relativeTo: url) }
    }
}

/// References to elsewhere, read as servers write them.
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
