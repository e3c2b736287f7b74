/// What stored responses are found by: a URL, and what else tells requests apart that must not share them (RFC 9111,
/// section 2).
///
/// It depends on nothing but the request, so it is the same in every process.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
    /// The URL, normalised, without a fragment.
    public let url: String
    /// The user, the method and the body where they matter, as digests; most often nothing.
    public let qualifier: String

    /// A key.
    public init(url: String, qualifier: String = "") {
        self.url = url
        self.qualifier = qualifier
    }

    /// Both parts, for a file or a log: no secrets but those of the URL.
    public var description: String { qualifier.isEmpty ? url : "\(url) \(qualifier)" }

    /// The description without the secrets of the URL.
    package var shownText: String {
        CacheKey(url: Redaction.standard.redacted(urlText: url), qualifier: qualifier).description
    }
}
