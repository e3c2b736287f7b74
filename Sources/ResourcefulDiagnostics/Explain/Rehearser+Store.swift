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
        case .read(let key, let others):
            guard let known = known(key, in: access.store) else { return reading(key, in: access.store) }
            guard var entry = known else { return resume(with: nil, next, findings) }
            for other in others {
                guard let known = self.known(other, in: access.store) else { return reading(other, in: access.store) }
                entry = entry.invalidated(with: known)
            }
            return resume(with: entry, next, findings)
        case .update(let key, let change):
            guard let entry = known(key, in: access.store) else { return reading(key, in: access.store) }
            var findings = findings
            findings.cached.updateValue(
                change(entry), forKey: Findings.CachePlace(store: scope.id(of: access.store), key: key))
            return resume(with: nil, next, findings)
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

    private func known(_ key: CacheKey, in store: (any CacheReference)?) -> CacheEntry?? {
        findings.cached[Findings.CachePlace(store: scope.id(of: store), key: key)]
    }

    /// Reads the cached entry under a key, which isn't a use of it, and begins again.
    private func reading(_ key: CacheKey, in store: (any CacheReference)?) -> Turn {
        let place = Findings.CachePlace(store: scope.id(of: store), key: key)
        let reading = Plan<CacheEntry?>(CacheAccess(action: .read(key), store: store, countsAsUse: false))
        return again(after: reading) { findings, entry in
            findings.cached.updateValue(findings.kept(entry, at: place), forKey: place)
        }
    }
}
