/// A store for the entries that plans write: credentials, cached responses, the state of policies.
///
/// Your own store can be a keychain behind an actor, a folder, or several stores chosen by the names of the entries;
/// its functions don't have to be async. It is called often, on any thread: if it is slow, keep a copy in memory.
public protocol EntryStore: Sendable {
    /// Returns the entry under a name, if there is one.
    func read(_ name: String) async -> StoreEntry?

    /// Changes the entry under a name with exclusive access, and returns the previous one; nil means no entry.
    func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry?
}

extension Policy {
    /// Returns a policy that keeps responses in a store and reuses them, by the rules of RFC 9111. See
    /// ``Policy/cache(_:)``.
    @_disfavoredOverload
    public static func cache(in store: some CacheStore, _ caching: Caching = .standard) -> Policy {
        cache(caching, in: StoreReference(store))
    }
}

extension Plan where Value == Void {
    /// Removes cached responses, also from stores that no load has used since the program began. Signing out leaves
    /// nothing of the user with it:
    ///
    ///     let signedOut = Plan.signOut(of: api).flatMap { Plan.removeCached(.all, alsoIn: disk) }
    public static func removeCached(_ selection: CacheSelection, alsoIn stores: any CacheStore...) -> Plan {
        stores.reduce(removeCached(selection)) { plan, store in
            let reference = StoreReference(store)
            return plan.flatMap { removeCached(selection, in: reference) }
        }
    }
}

/// The entries of one account, which are a part of a store.
final class AccountStore: EntryStore {
    private let account: String
    private let store: any EntryStore

    init(_ account: String, in store: any EntryStore) { (self.account, self.store) = (account, store) }

    func read(_ name: String) async -> StoreEntry? { await store.read(AccountEntry.name(name, of: account)) }

    func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry? {
        await store.update(AccountEntry.name(name, of: account), change)
    }
}
