/// A reference from plans to a store of cached responses.
final class StoreReference: CacheReference {
    /// What distinguishes a store from others.
    enum Identity: Hashable {
        case location(String)
        case object(ObjectIdentifier)
    }

    let store: any CacheStore
    /// The identity of the store; nil if it is a value, which is part of this reference.
    private let known: Identity?

    init<Store: CacheStore>(_ store: Store) {
        self.store = store
        known =
            if let location = store.location {
                .location(location)
            } else if Store.self is AnyClass {
                .object(ObjectIdentifier(store as AnyObject))
            } else {
                nil
            }
    }

    var identity: Identity { known ?? .object(ObjectIdentifier(self)) }

    /// Returns how to get the store later. What is in memory goes with its last owner.
    fileprivate var lasting: @Sendable () -> (any CacheStore)? {
        if let memory = store as? MemoryCache { return { [weak memory] in memory } }
        guard !store.tiers.isEmpty, let pair = store as? any CacheStore & AnyObject else { return { self.store } }
        return { [weak pair] in pair }
    }
}

/// The stores of cached responses that the loads of a Webservice and of its accounts use, so that a removal reaches all
/// of them.
final class UsedCaches: Sendable {
    private let stores = Locked<[StoreReference.Identity: @Sendable () -> (any CacheStore)?]>([:])

    /// All stores, each once.
    var all: [any CacheStore] { stores.withLock { $0.values.compactMap { $0() } } }

    /// Whether no load has used a cache.
    var isEmpty: Bool { stores.withLock { $0.isEmpty } }

    /// Remembers a store.
    func note(_ reference: StoreReference) {
        let isNew = stores.withLock { stores in
            guard stores[reference.identity]?() == nil else { return false }
            stores = stores.filter { $0.value() != nil }
            stores[reference.identity] = reference.lasting
            return true
        }
        // The slow tier may outlive the pair.
        if isNew { for tier in reference.store.tiers { note(StoreReference(tier)) } }
    }
}
