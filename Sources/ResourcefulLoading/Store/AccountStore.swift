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
