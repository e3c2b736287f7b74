import ResourcefulCore

extension Webservice {
    /// The same service for one of several users: with a token, cookies and all that policies know of its own.
    ///
    ///     let alice = webservice.account("alice"), bob = webservice.account("bob")
    ///     try await alice.load(Plan.signIn(with: token, for: api))
    ///     let episodes = try await alice.load(Episode.all)
    ///
    /// An account is a part of the store: everything is under names that begin with `account/alice/`. Each load belongs
    /// to the account that it was begun with, so nobody's request goes out in another's name, whoever is shown at the
    /// moment. A refresh is shared by the loads of one account; limits and budgets are those of one account, too.
    /// Connections are shared, and so is the cache, in which users are kept apart by their credentials.
    ///
    /// - Parameter name: Any name that tells accounts apart; it is printed, and no place for a secret.
    public func account(_ name: String) -> Webservice { with(account: name) }
}

/// The entries of one account, under names of their own in a store.
final class AccountStore: EntryStore {
    private let account: String
    private let store: any EntryStore

    init(_ account: String, in store: any EntryStore) { (self.account, self.store) = (account, store) }

    func read(_ name: String) async -> StoreEntry? { await store.read(AccountEntry.name(name, of: account)) }

    func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry? {
        await store.update(AccountEntry.name(name, of: account), change)
    }
}
