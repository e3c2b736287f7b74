import NIOConcurrencyHelpers
package import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The responses of a server, and what to do without it: nothing is found and kept, and what changes is removed later,
/// by one task while the server still counts as away.
package final class SharedResponses<Server: ResponseServer>: CacheStore {
    private let server: Server
    private let availability: Availability
    private let maximumSize: Int
    private let life: ResponseLife
    /// How long an entry that was found answers further loads.
    private let remembering: Duration
    private let missed = NIOLockedValueBox(MissedResponses())
    private let names = NIOLockedValueBox(RecentNames())
    private let seen = NIOLockedValueBox(SeenShelves())
    private let late = NIOLockedValueBox(LateChanges())
    /// Changes of one entry in this process follow each other, so that they don't repeat each other's attempts.
    private let turns = Turns<ResponseName>()
    private let removals = Turns<Int>()
    /// Whether a task is about to remove what was missed.
    private let isRemovalDue = NIOLockedValueBox(false)

    package init(
        _ server: Server, _ availability: Availability, maximumSize: Int, life: ResponseLife, remembering: Duration
    ) {
        (self.server, self.availability, self.maximumSize, self.life) = (server, availability, maximumSize, life)
        self.remembering = remembering
        availability.onReturn(probe: server.probe) { [weak self] in try await self?.removeMissed() }
    }

    package func entry(for key: CacheKey) async -> CacheEntry? { await entry(for: key, invalidatedBy: []) }

    package func entry(for key: CacheKey, invalidatedBy others: [CacheKey]) async -> CacheEntry? {
        let keys = [key] + others
        let names = names.withLockedValue { names in keys.map { names[$0] } }
        // Without what was changed meanwhile, an entry may be an old one.
        guard availability.isPresent, !zip(names, keys).contains(where: { isMissed($0, $1) }) else { return nil }
        if late.withLockedValue({ $0.isEmpty }), let entries = remembered(names, keys) {
            return Self.invalidated(entries)
        }
        let expected = late.withLockedValue { late in names.map { late[$0] } }
        let asked = zip(names, expected).compactMap { $1 == nil ? $0 : nil }
        guard var shelves = await shelves(asked)?[...] else { return nil }
        return Self.invalidated(
            zip(zip(names, keys), expected).map { name, expected in
                decoded(expected ?? shelves.popFirst()?.entry, name.0, name.1)
            })
    }

    /// The first entry, with the latest invalidation of the others.
    private static func invalidated(_ entries: [CacheEntry?]) -> CacheEntry? {
        guard var entry = entries[0] else { return nil }
        for date in entries.dropFirst().compactMap({ $0?.invalidated }) {
            entry.invalidated = max(date, entry.invalidated ?? date)
        }
        return entry
    }

    package func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        let name = names.withLockedValue { $0[key] }
        // It isn't known what became of a change that fails, so the entry must not be found.
        guard availability.isPresent, !isMissed(name, key),
            await turns.begin(name, { await availability.value(of: $0) })
        else {
            return miss(name, key, change(nil))
        }
        defer { turns.end(name) }
        if await !exchange(key, name, change) { miss(name, key, change(nil)) }
    }

    package func remove(_ selection: CacheSelection) async {
        // First this, so that nothing is found while it is removed.
        missed.withLockedValue { $0.note(selection) }
        guard availability.isPresent else { return }
        _ = await availability.promptly { await self.removeMissedNow() }
    }

    /// Ends what is connected.
    package func close() async { await availability.end(server.probe, server.close) }

    // MARK: One entry

    /// Changes an entry until no other process is faster; false if that isn't possible now.
    private func exchange(
        _ key: CacheKey, _ name: ResponseName, _ change: @Sendable (CacheEntry?) -> CacheEntry?
    ) async -> Bool {
        // Most often, the entry is as this process saw it last.
        var known = seen.withLockedValue { $0[name] }
        var (isCurrent, wait, waited) = (false, Duration.milliseconds(2), Duration.zero)
        while true {
            if known == nil {
                known = await shelves([name])?.first
                isCurrent = true
            }
            guard let shelf = known else { return false }
            let before = decoded(shelf.entry, name, key)
            let after = change(before).flatMap { kept($0, in: before, removal: shelf.removal) }
            if after == before, after != nil || shelf.entry == nil {
                // Nothing changes, if this is what the server has.
                if isCurrent { return true }
                known = nil
                continue
            }
            switch await exchange(name, key, shelf, for: after) {
            case .done, .late: return true
            case .failed: return false
            case .found(let other) where other.isLike(shelf):
                // Another process is about to change it, or hangs.
                let pause = wait
                guard waited < .seconds(2),
                    await availability.promptly({ try? await Task.sleep(for: pause) }) != nil
                else { return false }
                (known, wait, waited) = (nil, min(wait * 2, .milliseconds(50)), waited + wait)
            case .found(let other): (known, isCurrent) = (other, true)
            }
        }
    }

    /// What came of a change.
    private enum Sent {
        case done, failed
        /// There is something else.
        case found(Shelf)
        /// The task was canceled and doesn't wait. The outcome is seen to when it is known.
        case late
    }

    /// Sends a change.
    private func exchange(
        _ name: ResponseName, _ key: CacheKey, _ before: Shelf, for entry: CacheEntry?
    ) async -> Sent {
        let after = entry.map { SharedEntry($0, for: key) }
        let life = entry.map { self.life.life(of: $0, at: Date()) } ?? .zero
        let number = late.withLockedValue { $0.begin() }
        let (changes, time) = (seen.withLockedValue { $0.changes }, ContinuousClock.now)
        let outcome = await availability.promptly {
            let outcome = await self.availability.perform(isChange: true) {
                try await self.server.exchange(name, before, for: after, life: life)
            }
            let isDone = if case .done? = outcome { true } else { false }
            let left = isDone ? before.holding(after) : nil
            let decoded = entry.map { SeenShelves.Decoded($0, for: key, life: self.life) }
            self.seen.withLockedValue { $0.change(name, to: left, decoded, after: changes, at: time) }
            if self.late.withLockedValue({ $0.end(number) }), !isDone { self.miss(name, key, entry) }
            return outcome
        }
        switch outcome {
        case .done??: return .done
        case .found(let other)??: return .found(other)
        case .some(.none): return .failed
        case .none: return late.withLockedValue { $0.leave(number, name, after) } ? .late : .failed
        }
    }

    /// The entries under names as they were a moment ago, if the first one has a fresh response: one that is stale may
    /// have been refreshed by another process.
    private func remembered(_ names: [ResponseName], _ keys: [CacheKey]) -> [CacheEntry?]? {
        guard remembering > .zero else { return nil }
        let (start, now) = (ContinuousClock.now - remembering, Date())
        return seen.withLockedValue { $0.entries(names, keys, since: start, freshAt: now) }
    }

    /// Returns what the server has under names; nil if it can't be asked now.
    private func shelves(_ names: [ResponseName]) async -> [Shelf]? {
        if names.isEmpty { return [] }
        let (changes, time) = (seen.withLockedValue { $0.changes }, ContinuousClock.now)
        let found = await availability.promptly {
            await self.availability.perform { try await self.server.shelves(names) }
        }
        guard let shelves = found ?? nil else { return nil }
        seen.withLockedValue { seen in
            for (name, shelf) in zip(names, shelves) { seen.see(shelf, name, after: changes, at: time) }
        }
        return shelves
    }

    /// Decodes an entry, unless this process has done so already.
    private func decoded(_ shared: SharedEntry?, _ name: ResponseName, _ key: CacheKey) -> CacheEntry? {
        guard let shared else { return nil }
        if let known = seen.withLockedValue({ $0.entry(shared, of: name, for: key) }) { return known }
        guard let entry = shared.entry(for: key) else { return nil }
        let decoded = SeenShelves.Decoded(entry, for: key, life: life)
        seen.withLockedValue { $0.keep(decoded, of: shared, name) }
        return entry
    }

    /// Returns what is kept of an entry; nil if nothing is worth it.
    private func kept(_ entry: CacheEntry, in before: CacheEntry?, removal: Date?) -> CacheEntry? {
        var entry = entry
        entry.responses.removeAll(where: \.isVolatile)
        while entry.size > maximumSize, !entry.responses.isEmpty { entry.responses.removeLast() }
        return entry.outliving(removal, in: before)
    }

    // MARK: What was missed

    /// Whether an entry may be an old one. Then it is removed soon, and nobody waits for that.
    private func isMissed(_ name: ResponseName, _ key: CacheKey) -> Bool {
        guard missed.withLockedValue({ $0.contains(name, key) }) else { return false }
        removeMissedSoon()
        return true
    }

    /// Notes that an entry isn't what it should be. An invalidation must become known, since others depend on it.
    private func miss(_ name: ResponseName, _ key: CacheKey, _ entry: CacheEntry?) {
        missed.withLockedValue { missed in
            if let date = entry?.invalidated {
                missed.note(name, key, invalidatedAt: date)
            } else {
                missed.note(name)
            }
        }
        removeMissedSoon()
    }

    /// Has one task remove what was missed, however many notice it.
    private func removeMissedSoon() {
        let isDue = isRemovalDue.withLockedValue { isDue in
            defer { isDue = true }
            return isDue
        }
        guard !isDue else { return }
        Task {
            isRemovalDue.withLockedValue { $0 = false }
            await removeMissedNow()
        }
    }

    private func removeMissedNow() async {
        _ = await availability.perform { try await self.removeMissed() }
    }

    /// Removes what was changed or removed without the server. One task does; others wait for it.
    private func removeMissed() async throws {
        guard await removals.begin(0) else { return }
        defer { removals.end(0) }
        while true {
            let now = missed.withLockedValue { $0 }
            guard !now.isEmpty else { return }
            if !now.names.isEmpty { try await server.discard(Array(now.names.keys)) }
            if !now.selections.isEmpty { try await server.remove(Set(now.selections.keys)) }
            try await invalidate(now.invalidations)
            seen.withLockedValue { $0.forget() }
            missed.withLockedValue { $0.subtract(now) }
        }
    }

    /// Writes the invalidations that were missed, many at the same time.
    private func invalidate(_ missed: [ResponseName: MissedResponses.Invalidation]) async throws {
        let missed = Array(missed)
        for start in stride(from: 0, to: missed.count, by: 100) {
            let some = missed[start..<min(start + 100, missed.count)]
            let shelves = try await server.shelves(some.map(\.key))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (missed, shelf) in zip(some, shelves) {
                    group.addTask { try await self.invalidate(missed.key, missed.value, shelf) }
                }
                try await group.waitForAll()
            }
        }
    }

    private func invalidate(
        _ name: ResponseName, _ missed: MissedResponses.Invalidation, _ found: Shelf
    ) async throws {
        var shelf = found
        while true {
            var entry = shelf.entry?.entry(for: missed.key) ?? CacheEntry()
            guard missed.date > entry.invalidated ?? .distantPast else { return }
            entry.invalidated = missed.date
            entry.responses.removeAll { $0.requested <= missed.date }
            let after = SharedEntry(entry, for: missed.key)
            let life = life.life(of: entry, at: Date())
            switch try await server.exchange(name, shelf, for: after, life: life) {
            case .done: return
            case .found(let other): shelf = other
            }
        }
    }
}
