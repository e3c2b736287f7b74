import ResourcefulCore

/// The entries of a Webservice, in memory.
final class MemoryStore: Sendable {
    private let entries = Locked<[String: Entry]>([:])

    /// The entry under a name, if there is one.
    subscript(name: String) -> Entry? {
        get { entries.withLock { $0[name] } }
        set { entries.withLock { $0[name] = newValue } }
    }
}
