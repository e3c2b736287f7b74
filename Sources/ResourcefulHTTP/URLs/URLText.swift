#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The text of a URL, cut at its `?` and its `#` (RFC 3986, appendix B): what is not changed stays byte for byte.
package struct URLText {
    /// Scheme, authority and path.
    package var hierarchy: String
    /// Behind the `?`; nil when there is none.
    package var query: String?
    /// Behind the `#`; nil when there is none.
    package var fragment: String?

    package init(_ url: URL) { self.init(url.absoluteString) }

    package init(_ text: String) {
        let beforeFragment = text.prefix { $0 != "#" }
        let hierarchy = beforeFragment.prefix { $0 != "?" }
        self.hierarchy = String(hierarchy)
        query =
            hierarchy.endIndex < beforeFragment.endIndex
            ? String(beforeFragment[hierarchy.endIndex...].dropFirst()) : nil
        fragment =
            beforeFragment.endIndex < text.endIndex
            ? String(text[beforeFragment.endIndex...].dropFirst()) : nil
    }

    package var text: String { hierarchy + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "") }

    /// The path alone.
    package var path: Substring { hasAuthority ? afterScheme.dropFirst(2).drop { $0 != "/" } : afterScheme }

    /// Whether there is an authority, an empty one too.
    private var hasAuthority: Bool { afterScheme.hasPrefix("//") }

    private var afterScheme: Substring {
        let scheme = hierarchy.prefix { $0 != "/" && $0 != ":" }
        let rest = hierarchy[scheme.endIndex...]
        return rest.hasPrefix(":") ? rest.dropFirst() : hierarchy[...]
    }

    /// Adds segments to the path, each of them one, whatever is in it.
    mutating func append(segments: [String]) throws(RequestError) {
        guard !segments.isEmpty else { return }
        if let dots = segments.first(where: { $0 == "." || $0 == ".." }) {
            throw RequestError("\(dots.debugDescription) can't be a segment of a path: it leads elsewhere")
        }
        let path = path
        let added = segments.map { PercentEncoding.encoded($0) }.joined(separator: "/")
        if path.isEmpty ? hasAuthority : !path.hasSuffix("/") { hierarchy += "/" }
        // Without an authority one slash would make a relative path an absolute one, and two would begin an authority.
        let isMisread = added.isEmpty ? path.isEmpty : added.hasPrefix("/") && (path.isEmpty || path == "/")
        if isMisread, !hasAuthority { hierarchy += "./" }
        hierarchy += added
    }

    /// Adds an encoded query behind the one that is there.
    package mutating func append(query added: String) {
        guard !added.isEmpty else { return }
        guard let query, !query.isEmpty else { return query = added }
        self.query = query.hasSuffix("&") ? query + added : "\(query)&\(added)"
    }
}
