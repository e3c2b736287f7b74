public import ResourcefulCore

/// Where a Webservice keeps what plans write: credentials, cached responses, what policies know.
///
/// Your own store can be a keychain behind an actor, a folder, or several of them by the names of the entries; its
/// functions need not be async. It is asked often, and from any thread: what is slow should keep a copy in memory.
public protocol EntryStore: Sendable {
    /// The entry under a name, if there is one.
    func read(_ name: String) async -> StoreEntry?

    /// Changes the entry under a name, alone, and returns what it was before; nil is no entry.
    func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry?
}

/// A store of cached responses, as plans speak of it.
final class StoreReference: CacheReference {
    let store: any CacheStore

    init(_ store: some CacheStore) { self.store = store }
}

extension Policy {
    /// Keeps responses in a store, and uses them again, by the rules of RFC 9111. See ``Policy/cache(_:)``.
    @_disfavoredOverload
    public static func cache(in store: some CacheStore, _ caching: Caching = .standard) -> Policy {
        cache(caching, in: StoreReference(store))
    }
}
