#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension URLText {
    /// What a reference means where this is the base (RFC 3986, section 5.2.2).
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

    /// A relative path in the place of the last segment (RFC 3986, section 5.2.3).
    private func merged(with relative: Substring) -> Substring {
        if path.isEmpty, authority != nil { return "/" + relative }
        guard let slash = path.lastIndex(of: "/") else { return relative }
        return path[...slash] + relative
    }

    /// A path without the segments `.` and `..`, and without what the latter lead out of (RFC 3986, section 5.2.4).
    /// Nothing leads out of the root.
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
    /// The URL that a reference means here (RFC 3986, section 5); nil when it is none. The empty reference is this URL
    /// without its fragment.
    package func resolving(_ reference: String) -> URL? {
        guard !reference.isEmpty else { return URLText(self).resolving(URLText("")).url }
        // What may not stand in a URL is encoded.
        return URLText(reference).urlEncodedIfNeeded.flatMap { URLText(self).resolving(URLText($0)).url }
    }
}
