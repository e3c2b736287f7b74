public import ResourcefulLoading

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Webservice {
    /// A Webservice over the platform's own transport, ``PlatformTransport``.
    ///
    /// - Parameters:
    ///   - baseURL: What relative URLs are resolved against (RFC 3986, section 5).
    ///   - policies: What is done to every request, the outermost first.
    public init(baseURL: URL? = nil, policies: [Policy] = []) {
        self.init(baseURL: baseURL, policies: policies, transport: .platform)
    }
}
