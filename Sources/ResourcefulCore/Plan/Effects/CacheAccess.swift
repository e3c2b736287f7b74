/// A command that reads or changes cached responses.
package struct CacheAccess: Command {
    package typealias Outcome = CacheEntry?

    /// An operation on a cache.
    package enum Action {
        /// Reads the entry under a key, with the invalidations under other keys.
        case read(CacheKey, invalidatedBy: [CacheKey] = [])
        /// Replaces the entry under a key with one made from it.
        case update(CacheKey, @Sendable (CacheEntry?) -> CacheEntry?)
        /// Invalidates what is stored under keys, in every store that the Webservice knows.
        case invalidate([CacheKey])
        /// Removes some of the entries.
        case remove(CacheSelection)
    }

    /// The operation.
    package let action: Action
    /// The store; nil for the Webservice's own, and to remove entries from every store that it knows.
    package let store: (any CacheReference)?
    /// Whether reading an entry counts as a use of it.
    package let countsAsUse: Bool

    package init(action: Action, store: (any CacheReference)?, countsAsUse: Bool = true) {
        (self.action, self.store, self.countsAsUse) = (action, store, countsAsUse)
    }

    package var text: String {
        switch action {
        case .read(let key, _): "look \(key.shownText) up in the cache"
        case .update(let key, _): "update \(key.shownText) in the cache"
        case .invalidate(let keys): "invalidate \(keys.map(\.shownText).joined(separator: ", ")) in the cache"
        case .remove(let selection): "remove \(selection.shownText) from the cache"
        }
    }

    package var effectName: EffectName? {
        if case .read(let key, _) = action { EffectName("look up", .cached(key)) } else { nil }
    }

    package func told(_ outcome: CacheEntry?) -> EffectOutcome { .cached(outcome) }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<CacheEntry?, Performer.Value>
    ) -> Performer.Answer {
        interpreter.access(self, then: next)
    }
}

/// A reference to a store of cached responses. Its operations are unknown here, because it may have to wait for a disk.
package protocol CacheReference: AnyObject, Sendable {}

extension Plan where Value == CacheEntry? {
    /// Reads the entry cached under a key in the store of the Webservice.
    package static func cached(_ key: CacheKey) -> Plan { cached(key, in: nil) }

    /// Reads the entry cached under a key in a store, with the invalidations under other keys.
    package static func cached(
        _ key: CacheKey, invalidatedBy others: [CacheKey] = [], in store: (any CacheReference)?
    ) -> Plan { Plan(CacheAccess(action: .read(key, invalidatedBy: others), store: store)) }
}

extension Plan where Value == Void {
    /// Atomically changes the entry cached under a key in the store of the Webservice. Nil means no entry.
    ///
    /// The function may be called more than once, and must only make the new entry from the old one.
    package static func updateCache(
        _ key: CacheKey, _ change: @escaping @Sendable (CacheEntry?) -> CacheEntry?
    ) -> Plan { updateCache(key, in: nil, change) }

    /// Atomically changes the entry cached under a key in a store.
    package static func updateCache(
        _ key: CacheKey, in store: (any CacheReference)?, _ change: @escaping @Sendable (CacheEntry?) -> CacheEntry?
    ) -> Plan { access(CacheAccess(action: .update(key, change), store: store)) }

    /// Removes cached responses of one URL, below a URL, before a date, or all. A relative URL is resolved against the
    /// base URL.
    ///
    /// It reaches the stores of the Webservice's policies, and those that loads of the Webservice and of its accounts
    /// have used, whichever policy of a resource or a plan named them. Name a store that only an earlier process has
    /// used: `removeCached(.all, alsoIn: disk)`.
    ///
    /// A response that was requested before the removal and arrives after it isn't stored.
    public static func removeCached(_ selection: CacheSelection) -> Plan { removeCached(selection, in: nil) }

    /// Removes responses from a store; nil for every store that the Webservice knows.
    package static func removeCached(_ selection: CacheSelection, in store: (any CacheReference)?) -> Plan {
        access(CacheAccess(action: .remove(selection), store: store))
    }

    /// Invalidates what is stored under keys, in every store that the Webservice knows, and in one more.
    static func invalidateCached(_ keys: [CacheKey], in store: (any CacheReference)?) -> Plan {
        access(CacheAccess(action: .invalidate(keys), store: store))
    }

    private static func access(_ access: CacheAccess) -> Plan {
        Plan(access, Next(onlyTransforms: true) { .outcome($0.map { _ in () }) })
    }
}
