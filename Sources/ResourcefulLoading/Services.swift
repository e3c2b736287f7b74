import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What all loads of a Webservice have in common.
final class Services: Sendable {
    let transport: any Transport
    let store: any EntryStore
    let flights = Flights()
    let gates = Gates()
    let sameLoads = SameLoads()
    /// What relative URLs are resolved against.
    let baseURL: URL?
    /// What is done to every request.
    let policy: Policy
    /// Whether that is nothing but to resolve its URL and to follow redirects, for a request that asks for no more.
    let isPlain: Bool
    /// Where cached responses are, unless a plan says another store.
    let cache: any CacheStore
    /// What is in that store, at once, where nothing is done to a request before it is looked up there.
    let quickCache: QuickCache?

    init(baseURL: URL?, policies: [Policy], store: any EntryStore, transport: any Transport) {
        self.transport = transport
        self.store = store
        self.baseURL = baseURL
        policy = .standard(baseURL: baseURL, policies: policies)
        isPlain = policies.isEmpty
        let given = policies.lazy.compactMap(\.cacheStore).first as? StoreReference
        cache = given?.store ?? MemoryCache()
        quickCache = QuickCache(policies: policies, store: cache)
    }
}
