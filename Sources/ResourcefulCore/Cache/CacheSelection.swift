#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Which entries of a cache are meant.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CacheSelection: Hashable, Sendable {
    /// All of them.
    case all
    /// Those of one URL, of every user.
    case url(URL)
    /// Those whose URL is at or below a path: `https://example.org/api` selects `/api`, `/api/x` and `/api?x`, and not
    /// `/apis`.
    case under(URL)
    /// Those whose latest response was received before a time.
    case receivedBefore(Date)

    /// What is printed: the case, without the secrets of its URL.
    package var shownText: String {
        switch self {
        case .url(let url): "url(\(Redaction.standard.redacted(url)))"
        case .under(let url): "under(\(Redaction.standard.redacted(url)))"
        case .all, .receivedBefore: "\(self)"
        }
    }

    /// Whether an entry is one of them: its key, and when its latest response was received.
    public func contains(_ key: CacheKey, received: Date) -> Bool {
        switch self {
        case .all: return true
        case .url(let url): return key.url == CacheKey.normalized(url)
        case .under(let url):
            let prefix = CacheKey.normalized(url)
            guard key.url.utf8.starts(with: prefix.utf8) else { return false }
            guard !prefix.hasSuffix("/") else { return true }
            let rest = key.url.utf8.dropFirst(prefix.utf8.count).first
            return rest == nil || rest == UInt8(ascii: "/") || rest == UInt8(ascii: "?")
        case .receivedBefore(let date): return received < date
        }
    }
}
