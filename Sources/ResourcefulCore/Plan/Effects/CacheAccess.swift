/// What is wanted of a cache.
package struct CacheAccess: Command {
    package typealias Outcome = CacheEntry?

    /// What is wanted.
    package enum Action {
        /// The entry under a key.
        case read(CacheKey)
        /// Another entry under a key, made from the one that is there.
        case update(CacheKey, @Sendable (CacheEntry?) -> CacheEntry?)
        /// To be without some of the entries.
        case remove(CacheSelection)
    }

    /// What is wanted.
    package let action: Action
    /// Of which store; nil for that of the Webservice.
    package let store: (any CacheReference)?

    package var text: String {
        switch action {
        case .read(let key): "look \(key.shownText) up in the cache"
        case .update(let key, _): "update \(key.shownText) in the cache"
        case .remove(let selection): "remove \(selection.shownText) from the cache"
        }
    }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<CacheEntry?, Performer.Value>
    ) -> Performer.Answer {
        interpreter.access(self, then: next)
    }
}

/// Which store of cached responses is meant. What it can do is not known here: it may have to wait for a disk.
package protocol CacheReference: AnyObject, Sendable {}

extension Plan where Value == CacheEntry? {
    /// What is cached under a key, in the store of the Webservice.
    package static func cached(_ key: CacheKey) -> Plan { cached(key, in: nil) }

    /// What is cached under a key, in a store.
    package static func cached(_ key: CacheKey, in store: (any CacheReference)?) -> Plan {
        Plan(CacheAccess(action: .read(key), store: store))
    }
}

extension Plan where Value == Void {
    /// Changes what is cached under a key, alone, in the store of the Webservice; nil is no entry.
    ///
    /// The function may be called more than once, and must do nothing but make the new entry from the old one.
    package static func updateCache(
        _ key: CacheKey, _ change: @escaping @Sendable (CacheEntry?) -> CacheEntry?
    ) -> Plan { updateCache(key, in: nil, change) }

    /// Changes what is cached under a key, alone, in a store.
    package static func updateCache(
        _ key: CacheKey, in store: (any CacheReference)?, _ change: @escaping @Sendable (CacheEntry?) -> CacheEntry?
    ) -> Plan { access(CacheAccess(action: .update(key, change), store: store)) }

    /// Removes cached responses from the store of the Webservice: of one URL, of all below one, old ones, all.
    ///
    /// What was asked for before that, and comes later, is not stored.
    public static func removeCached(_ selection: CacheSelection) -> Plan {
        access(CacheAccess(action: .remove(selection), store: nil))
    }

    private static func access(_ access: CacheAccess) -> Plan {
        Plan(access, Next(isLast: true) { .outcome($0.map { _ in () }) })
    }
}
