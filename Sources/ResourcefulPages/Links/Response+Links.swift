extension Response {
    /// The links of all Link fields (RFC 8288), with their targets resolved against the URL that responded. A target
    /// that isn't a URL stays as it is in the field.
    public var links: [WebLink] {
        headerFields.links.map { link in
            guard let url = url(of: link) else { return link }
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
        headerFields.links.first(relation: relation).flatMap(url)
    }

    /// Returns the absolute URL of a link's target, which some servers put between quotes or spaces.
    private func url(of link: WebLink) -> URL? {
        let isEdge = { (byte: UInt8) in LinkText.isSpace(byte) || byte == UInt8(ascii: "\"") }
        let target = link.target.utf8.drop(while: isEdge)
        let end = target.lastIndex { !isEdge($0) }.map(target.index(after:)) ?? target.startIndex
        let url = URL(reference: String(decoding: target[..<end], as: UTF8.self), relativeTo: url)
        return url?.scheme == nil ? nil : url
    }
}

extension URL {
    /// Creates the URL of a reference, resolved against a base if it is relative (RFC 3986, section 5); nil if it isn't
    /// a URL. Characters that aren't allowed in a URL are percent-encoded.
    init?(reference: String, relativeTo base: URL?) {
        let text = URL(string: PercentEncoding.encoded(url: reference))
        // An absolute URL has no need of a base, but `resolving` encodes it in the same way on every platform.
        guard let url = (base ?? (text?.scheme == nil ? nil : text))?.resolving(reference) ?? text else { return nil }
        self = url
    }
}
