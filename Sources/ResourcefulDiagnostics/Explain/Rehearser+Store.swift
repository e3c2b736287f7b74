// What is read is remembered, and what would be written is only remembered.
extension Rehearser {
    func read(_ name: EntryName, then next: Next<StoreEntry?, Value>) -> Turn {
        knowing(name.text) { entry, findings in resume(with: entry, next, findings) }
    }

    func update(_ updating: Updating, then next: Next<StoreEntry?, Value>) -> Turn {
        knowing(updating.name) { entry, findings in
            var findings = findings
            findings.entries.updateValue(updating.change(entry), forKey: updating.name)
            return resume(with: entry, next, findings)
        }
    }

    func access(_ access: CacheAccess, then next: Next<CacheEntry?, Value>) -> Turn {
        switch access.action {
        case .read(let key):
            return knowing(key, in: access.store) { entry, findings in resume(with: entry, next, findings) }
        case .update(let key, let change):
            let place = Findings.CachePlace(store: scope.id(of: access.store), key: key)
            return knowing(key, in: access.store) { entry, findings in
                var findings = findings
                findings.cached.updateValue(change(entry), forKey: place)
                return resume(with: nil, next, findings)
            }
        case .invalidate: return resume(with: nil, next, findings)
        case .remove(let selection):
            var findings = findings
            findings.removals.append(
                (access.store.map { ObjectIdentifier($0) }, selection.resolved(against: scope.order.baseURL)))
            for (place, entry) in findings.cached {
                findings.cached.updateValue(findings.kept(entry, at: place), forKey: place)
            }
            return resume(with: nil, next, findings)
        }
    }

    /// Goes on with the entry under a name, or reads it first.
    private func knowing(_ name: String, _ resume: (StoreEntry?, Findings) -> Turn) -> Turn {
        if let known = findings.entries[name] { return resume(known, findings) }
        return again(after: Plan.read(name)) { findings, entry in
            findings.entries.updateValue(entry, forKey: name)
        }
    }

    /// Goes on with the cached entry under a key, or reads it first, which isn't a use of it.
    private func knowing(
        _ key: CacheKey, in store: (any CacheReference)?, _ resume: (CacheEntry?, Findings) -> Turn
    ) -> Turn {
        let place = Findings.CachePlace(store: scope.id(of: store), key: key)
        if let known = findings.cached[place] { return resume(known, findings) }
        let reading = Plan<CacheEntry?>(CacheAccess(action: .read(key), store: store, countsAsUse: false))
        return again(after: reading) { findings, entry in
            findings.cached.updateValue(findings.kept(entry, at: place), forKey: place)
        }
    }
}
