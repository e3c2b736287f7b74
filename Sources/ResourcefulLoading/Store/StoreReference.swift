public import ResourcefulCore

/// A store of cached responses, as plans speak of it.
final class StoreReference: CacheReference {
    let store: any CacheStore

    init(_ store: some CacheStore) { self.store = store }
}

extension Policy {
    /// Keeps responses in a store, and uses them again, by the rules of RFC 9111. See ``Policy/cache(_:)``.
    public static func cache(in store: some CacheStore, _ caching: Caching = .standard) -> Policy {
        cache(caching, in: StoreReference(store))
    }
}
