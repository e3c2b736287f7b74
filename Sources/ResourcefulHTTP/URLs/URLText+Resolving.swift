extension URLText {
    /// Returns a reference resolved against this base (RFC 3986, section 5.2.2).
    package func resolving(_ reference: URLText) -> URLText {
        var target = reference
        if reference.scheme == nil {
            target.scheme = scheme
            if reference.authority == nil {
                target.authority = authority
                if reference.path.isEmpty {
                    (target.path, target.query) = (path, reference.query ?? query)
                    return target
                }
                if !reference.path.hasPrefix("/") { target.path = merged(with: reference.path) }
            }
        }
        target.path = Self.removingDotSegments(target.path)
        return target
    }

    /// Returns the path with its last segment replaced by a relative path (RFC 3986, section 5.2.3).
    private func merged(with relative: Substring) -> Substring {
        if path.isEmpty, authority != nil { return "/" + relative }
        guard let slash = path.lastIndex(of: "/") else { return relative }
        return path[...slash] + relative
    }

    /// Returns a path without the segments `.` and `..`, and without the segments that `..` removes (RFC 3986, section
    /// 5.2.4). A `..` at the root has no effect.
    static func removingDotSegments(_ path: Substring) -> Substring {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        let isAbsolute = path.hasPrefix("/")
        var kept: [Substring] = []
        let segments = path.dropFirst(isAbsolute ? 1 : 0).split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".", "..":
                if segment == "..", !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }
}

extension URL {
    /// The URL without the dot segments of its path (RFC 3986, section 6.2.2.3), and with an IPv6 address in the one
    /// form that hosts are compared in. Encoded dot segments stay.
    package var normalized: URL {
        guard Target.form(of: self).isUnusual else { return self }
        var text = URLText(self)
        text.path = URLText.removingDotSegments(text.path)
        text.authority = text.authority.map(HostText.normalized)
        return text.url ?? self
    }

    /// Returns a reference resolved against this URL (RFC 3986, section 5); nil if it isn't a URL. The empty reference
    /// is this URL without its fragment.
    ///
    /// Use it for the URLs that servers send, because it does the same on every platform: characters that aren't
    /// allowed in a URL are percent-encoded, and everything else stays byte for byte. Linear in the lengths of both.
    ///
    ///     let next = response.url?.resolving("?page=2")
    public func resolving(_ reference: String) -> URL? {
        URLText(self).resolving(URLText(reference)).url
    }
}
