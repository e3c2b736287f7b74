import ResourcefulPages
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Links of a Link field (RFC 8288).
    static let links = FuzzTarget("Links") { bytes throws(Violation) in
        let found = WebLink.links(parsing: String(decoding: bytes, as: UTF8.self))
        // What can't stand in a field is encoded, and has another name then: that is done once.
        let written = found.map(\.fieldValue).joined(separator: ", ")
        try require(
            written.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 } || containsControl(found),
            "a control character gets into the field")
        let once = WebLink.links(parsing: written)
        try require(once.count, equals: found.count, "written and read there are others: \(written)")
        let text = once.map(\.fieldValue).joined(separator: ", ")
        let twice = WebLink.links(parsing: text)
        try require(twice.map(\.fieldValue).joined(separator: ", "), equals: text, "written again it differs")
        let base = URL(string: "https://example.org/a/b?c#d")
        for (link, again) in zip(found, once) {
            // A relation is printable.
            if (link["rel"] ?? "").utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) {
                try require(again.relations, equals: link.relations, "written and read a link is of another relation")
            }
            _ = (link.url(relativeTo: base), link.context(relativeTo: base), link.mediaType?.essence, link.title)
        }
    }

    /// Whether a control character stands in a name, where nothing can be done about it.
    private static func containsControl(_ links: [WebLink]) -> Bool {
        links.contains { $0.parameters.contains { $0.name.utf8.contains { $0 < 0x20 } } }
    }

    /// References of Location and the like, relative to a URL.
    static let references = FuzzTarget("References") { bytes throws(Violation) in
        let text = String(decoding: bytes, as: UTF8.self)
        for base in ["https://example.org/a/b?c#d", "http://[::1]:8080", "https://example.org"] {
            guard let base = URL(string: base), let url = base.resolving(text) else { continue }
            let again = base.resolving(url.absoluteString)
            try require(again?.absoluteString, equals: url.absoluteString, "resolved again it is another URL")
            _ = Redaction.standard.redacted(url)
        }
    }
}
