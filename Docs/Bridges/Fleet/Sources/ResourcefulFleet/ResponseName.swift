package import ResourcefulLoading

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The name of responses on a server: two digests. It tells nothing of the URL, has one length, and no character that a
/// pattern or a log could misread.
package struct ResponseName: Hashable, Comparable, Sendable {
    /// A digest of the URL, so that all of one URL are found.
    private let url: UInt64
    /// A digest of the URL and of what else the key has.
    private let whole: UInt64

    package init(_ key: CacheKey) {
        whole = Self.number(key.digest)
        url = key.qualifier.isEmpty ? whole : Self.number(CacheKey(url: key.url).digest)
    }

    package static func < (left: ResponseName, right: ResponseName) -> Bool {
        (left.url, left.whole) < (right.url, right.whole)
    }

    /// Thirty-two hexadecimal digits, of which the first sixteen are those of the URL.
    package var text: String { Self.digits(url) + Self.digits(whole) }

    /// Sixteen digits of 256 bits: another key of the same name isn't served, since the entry has the key, too.
    private static func number(_ digest: String) -> UInt64 { UInt64(digest.prefix(16), radix: 16) ?? 0 }

    private static func digits(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}

extension ResponseName {
    /// What the names of all responses of a URL begin with; nil if only the entries themselves tell whether they are of
    /// it: a key leaves secrets of the query out.
    package static func prefix(of url: URL) -> String? {
        guard url.query == nil, let key = CacheKey(Request(url: url)) else { return nil }
        return digits(number(CacheKey(url: key.url).digest))
    }
}

/// The names of the keys that were used last: to look one up costs a tenth of two digests.
struct RecentNames: Sendable {
    private var names = RecentValues<CacheKey, ResponseName>(limit: RecentNames.limit)

    /// For more than a thousand usual keys, and at most for twice as many.
    static var limit: Int { 256 << 10 }

    var size: Int { names.totalSize }

    subscript(key: CacheKey) -> ResponseName {
        mutating get {
            if let name = names[key] { return name }
            let name = ResponseName(key)
            let count = key.url.utf8.count + key.qualifier.utf8.count
            // They come from requests: the memory has a bound.
            if count <= 1_024 { _ = names.keep(name, for: key, size: 64 + count) }
            return name
        }
    }
}
