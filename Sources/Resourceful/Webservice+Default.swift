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
    ///   - store: Where plans and policies keep their entries.
    ///   - answers: What plans ask for that only code outside knows; see `Question`.
    ///   - observers: Who is told what happens.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [], store: some EntryStore = MemoryStore(),
        answers: [Answer] = [], observers: [Observer] = []
    ) {
        self.init(
            baseURL: baseURL, policies: policies, store: store, answers: answers, observers: observers,
            transport: .platform)
    }
}
