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
    /// The same, where it is in memory and needs not be waited for.
    let memory: MemoryStore?
    /// Who waits for whom.
    let coordinator = Coordinator()
    /// What is done to every request.
    let order: LoadOrder
    /// What only code outside knows.
    let answers: Answers
    /// Where cached responses are, unless a plan says another store.
    let cache: any CacheStore
    /// What is in that store, at once, where nothing is done to a request before it is looked up there.
    let quickCache: QuickCache?

    init(
        baseURL: URL?, policies: [Policy], store: any EntryStore, answers: [Answer], transport: any Transport
    ) {
        self.transport = transport
        self.store = store
        memory = store as? MemoryStore
        self.answers = Answers(answers)
        order = LoadOrder(baseURL: baseURL, policies: policies)
        let given = policies.lazy.compactMap(\.cacheStore).first as? StoreReference
        cache = given?.store ?? MemoryCache()
        quickCache = QuickCache(policies: policies, store: cache)
    }

    /// The same for one of several accounts: with its own part of the store, and with nobody who waits for others.
    init(_ services: Services, account: String) {
        transport = services.transport
        store = AccountStore(account, in: services.store)
        memory = nil
        (order, answers) = (services.order, services.answers)
        (cache, quickCache) = (services.cache, services.quickCache)
    }

    /// Does what is wanted of a cache, and tells what was there.
    func access(_ access: CacheAccess) async -> CacheEntry? {
        let store = (access.store as? StoreReference)?.store ?? cache
        switch access.action {
        case .read(let key): return await store.entry(for: key)
        case .update(let key, let change): await store.update(key, change)
        case .remove(let selection): await store.remove(selection)
        }
        return nil
    }
}
