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
    ///   - baseURL: The folder that contains relative URLs, with or without a trailing slash: `news` in
    ///     `https://h/api/4` is `https://h/api/4/news`. A URL that leaves it, such as `/news` or `../news`, fails the
    ///     load.
    ///   - policies: What is done to every request, the outermost first.
    ///   - store: Where plans and policies keep their entries.
    ///   - answers: What plans ask for that only code outside knows; see `Question`.
    ///   - observers: Who is told what happens.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [], store: some EntryStore = MemoryStore(),
        answers: [Answer] = [], observers: [LoadObserver] = []
    ) {
        self.init(
            baseURL: baseURL, policies: policies, store: store, answers: answers, observers: observers,
            transport: .platform)
    }
}
