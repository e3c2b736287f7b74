/// A selection of entries of a cache.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CacheSelection: Hashable, Sendable {
    /// All entries.
    case all
    /// The entries of one URL, for every user.
    case url(URL)
    /// The entries whose URL is at or below a path: `https://example.org/api` selects `/api`, `/api/x` and `/api?x`,
    /// but not `/apis`.
    case under(URL)
    /// The entries whose latest response was received before a time.
    case receivedBefore(Date)

    /// The case for logs, without the secrets in its URL.
    package var shownText: String {
        switch self {
        case .url(let url): "url(\(Redaction.standard.redacted(url)))"
        case .under(let url): "under(\(Redaction.standard.redacted(url)))"
        case .all, .receivedBefore: "\(self)"
        }
    }

    /// Returns whether the selection contains an entry, given its key and the time when its latest response was
    /// received.
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

    /// Returns a copy with an absolute URL, for the interpreter of a removal.
    package func resolved(against baseURL: URL?) -> CacheSelection {
        // A URL outside the base can be removed, though it can't be loaded.
        func absolute(_ url: URL) -> URL {
            (try? Request(url: url).resolved(against: baseURL).url) ?? baseURL?.resolving(url.absoluteString) ?? url
        }
        return switch self {
        case .url(let url): .url(absolute(url))
        case .under(let url): .under(absolute(url))
        case .all, .receivedBefore: self
        }
    }
}
