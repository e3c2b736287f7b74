/// What all loads of a Webservice share.
final class Services: Sendable {
    let transport: any Transport
    let store: any EntryStore
    /// The store, if it is in memory and needs no waiting.
    let memory: MemoryStore?
    /// Coordinates loads that wait for each other.
    let coordinator: Coordinator
    /// The coordinators of accounts, which all loads of an account share.
    private let accounts: Accounts
    /// The account; empty for the Webservice itself.
    private let account: String
    /// What is done to every request.
    let order: LoadOrder
    /// The warnings of loads, which the accounts share.
    let warnings: LoadWarnings
    /// The answers to the questions of plans.
    let answers: Answers
    /// The store of cached responses, unless a plan specifies another one.
    private let cache: StoreReference
    /// The stores of cached responses that policies specify or loads have used, which the accounts share.
    let caches: UsedCaches
    /// Direct access to that store, if it is in memory and nothing changes a request before it is looked up.
    let quickCache: QuickCache?

    init(
        baseURL: URL?, policies: [Policy], store: any EntryStore, answers: [Answer], transport: any Transport
    ) {
        (coordinator, accounts, account, warnings) = (Coordinator(), Accounts(), "", LoadWarnings())
        self.transport = transport
        self.store = store
        memory = store as? MemoryStore
        self.answers = Answers(answers)
        var identity = LoadIdentity()
        identity.client = transport.clientIdentity ?? ""
        order = LoadOrder(baseURL: baseURL, policies: policies, identity: identity)
        (cache, caches) = (order.cacheStore as? StoreReference ?? StoreReference(MemoryCache()), UsedCaches())
        for case let reference as StoreReference in order.caches(after: nil).map(\.store) { caches.note(reference) }
        quickCache = identity.isUnknown ? QuickCache(policies: policies, store: cache.store) : nil
    }

    /// Creates the services of one of several accounts: with its own part of the store, and the account's coordinator.
    init(_ services: Services, account: String) {
        self.account = AccountEntry.name(services.account, of: account)
        (accounts, warnings) = (services.accounts, services.warnings)
        coordinator = accounts.coordinator(of: self.account)
        transport = services.transport
        store = AccountStore(account, in: services.store)
        memory = nil
        var identity = services.order.identity
        identity.account = self.account
        (order, answers) = (services.order.identified(as: identity), services.answers)
        (cache, caches, quickCache) = (services.cache, services.caches, nil)
    }

    /// Performs an operation on a cache. Returns the entry that it reads.
    func access(_ access: CacheAccess) async -> CacheEntry? {
        let own = access.store as? StoreReference
        switch access.action {
        case .read(let key, let others):
            let store = used(own ?? cache)
            guard access.countsAsUse else { return await store.peek(key) }
            return await others.isEmpty ? store.entry(for: key) : store.entry(for: key, invalidatedBy: others)
        case .update(let key, let change): await used(own ?? cache).update(key, change)
        case .invalidate(let keys):
            if let own { caches.note(own) }
            let date = Date()
            for store in caches.all {
                for key in keys { await store.update(key) { _ in CacheEntry(invalidated: date) } }
            }
        case .remove(let selection):
            let selection = selection.resolved(against: order.baseURL)
            for store in own.map({ [used($0)] }) ?? caches.all { await store.remove(selection) }
        }
        return nil
    }

    /// Returns the store of a reference, which a removal and an invalidation reach from now on.
    private func used(_ reference: StoreReference) -> any CacheStore {
        caches.note(reference)
        return reference.store
    }
}

/// The coordinators of accounts, as long as something uses them.
final class Accounts: Sendable {
    private struct Reference: Sendable {
        weak var coordinator: Coordinator?
    }

    private let references = Locked<[String: Reference]>([:])

    /// Returns the coordinator of an account.
    func coordinator(of account: String) -> Coordinator {
        references.withLock { references in
            if let coordinator = references[account]?.coordinator { return coordinator }
            references = references.filter { $0.value.coordinator != nil }
            let coordinator = Coordinator()
            references[account] = Reference(coordinator: coordinator)
            return coordinator
        }
    }
}

/// The warnings of loads that printing a Webservice shows.
final class LoadWarnings: Sendable {
    private let counts = Locked<[String: Int]>([:])

    /// The warnings that came more than once: a change such as signing in comes once.
    var texts: [String] { counts.withLock { $0.filter { $0.value > 1 }.keys.sorted() } }

    /// Notes a warning, unless there are many others.
    func note(_ text: String) {
        counts.withLock { counts in
            if counts[text] != nil || counts.count < 16 { counts[text, default: 0] += 1 }
        }
    }
}
