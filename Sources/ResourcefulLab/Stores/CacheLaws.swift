/// The laws of stores of cached responses.
enum CacheLaws<Store: CacheStore> {
    typealias Law = StoreLaw<Store>
    typealias Trial = StoreTrial<Store>

    static var all: [Law] {
        [
            Law("a key that was never written has no entry") { trial in
                let store = try await trial.make()
                try await expect(nil, under: key(trial), in: store)
                await store.update(key(trial)) { $0 }
                try await expect(nil, under: key(trial), in: store)
            },
            Law("an entry is read as it was written, except for the histories of its responses") { trial in
                let store = try await trial.make()
                for (index, entry) in await CacheSamples.all(numbers: trial.numbers).enumerated() {
                    await store.update(key(trial, index)) { _ in entry }
                    try await expect(entry, under: key(trial, index), in: store)
                    await store.update(key(trial, index)) { _ in nil }
                }
            },
            Law("keys that differ in one byte of the URL or the qualifier are different keys") {
                try await keysAreDifferent($0)
            },
            Law("update passes the entry to the function, and nil removes it") { try await updatesAreExact($0) },
            Law("changes of one entry at the same time happen one after the other") { trial in
                try await changesAreExclusive(trial, of: [try await trial.make()])
            },
            Law("a response that was requested before a removal isn't kept") { trial in
                let store = try await trial.make()
                try await removalsAreBarriers(trial, removing: store, writing: store)
            },
            Law("a change of what a removal has spared is kept") { trial in
                let store = try await trial.make()
                var entry = await CacheSamples.entry("spared")
                await store.update(key(trial)) { [entry] _ in entry }
                await store.remove(.under(try url(trial, "other")))
                entry.responses[0].response.headerFields["X-Changed"] = "yes"
                await store.update(key(trial)) { [entry] _ in entry }
                try await expect(entry, under: key(trial), in: store)
            },
            Law("an invalidation is kept, even if it is from before a removal of others") { trial in
                let (store, change) = (try await trial.make(), CacheEntry(invalidated: Date()))
                await store.remove(.under(try url(trial, "other")))
                await store.update(key(trial)) { _ in change }
                try await expect(change, under: key(trial), in: store)
            },
            Law("an entry is read with the latest invalidation of other keys, which stay as they are") { trial in
                try await invalidationsAreJoined(trial)
            },
            Law("any sequence of changes and removals ends as in a dictionary") {
                try await changesAreThoseOfADictionary($0)
            },
            Law("a canceled task reads and changes as any other") { trial in
                let (store, entry) = (try await trial.make(), await CacheSamples.entry("canceled"))
                let task = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    await store.update(key(trial)) { _ in entry }
                    return await store.entry(for: key(trial))
                }
                let read = await task.value
                try require(
                    read == entry, "a canceled task reads \(CacheSamples.shown(read)) after its change")
                try await expect(entry, under: key(trial), in: store)
            },
        ] + shared
    }

    private static var shared: [Law] {
        [
            Law("what one store has changed or removed, another one reads", .sharedStores) { trial in
                let stores = [try await trial.make(), try await trial.make()]
                for round in 0..<4 {
                    let (writer, reader) = (stores[round % 2], stores[1 - round % 2])
                    let entry = await CacheSamples.entry("\(round)")
                    await writer.update(key(trial)) { _ in entry }
                    try await expect(entry, under: key(trial), in: reader)
                    if round > 1 {
                        await reader.remove(.url(try url(trial)))
                        try await expect(nil, under: key(trial), in: writer)
                    }
                }
            },
            Law("changes of several stores at the same time happen one after the other", .sharedStores) { trial in
                var stores: [Store] = []
                for _ in 0..<4 { stores.append(try await trial.make()) }
                try await changesAreExclusive(trial, of: stores)
            },
            Law("a response that was requested before another store's removal isn't kept", .sharedStores) { trial in
                try await removalsAreBarriers(trial, removing: try await trial.make(), writing: try await trial.make())
            },
            Law("a response that may only be kept in memory isn't shared", .sharedStores) { trial in
                let (first, second) = (try await trial.make(), try await trial.make())
                var entry = await CacheSamples.entry("volatile")
                entry.responses[0].isVolatile = true
                await first.update(key(trial)) { [entry] _ in entry }
                let found = await second.entry(for: key(trial))?.responses.count ?? 0
                try require(found == 0, "another store reads it")
            },
            Law("entries remain when their store is gone", .sharedStores) { trial in
                let entry = await CacheSamples.entry("left behind")
                do {
                    let store = try await trial.make()
                    await store.update(key(trial)) { _ in entry }
                }
                try await expect(entry, under: key(trial), in: try await trial.make())
            },
        ]
    }

    // MARK: Keys

    private static func text(_ trial: Trial, _ rest: String = "") -> String {
        "https://\(trial.name).example.org/\(rest)"
    }

    private static func key(_ trial: Trial, _ index: Int = 0) -> CacheKey {
        CacheKey(url: index == 0 ? text(trial) : text(trial, "\(index % 3)/\(index)"))
    }

    private static func url(_ trial: Trial, _ rest: String = "") throws -> URL {
        guard let url = URL(string: text(trial, rest)) else { throw BrokenLaw("there is no URL \(rest)") }
        return url
    }

    private static func expect(_ expected: CacheEntry?, under key: CacheKey, in store: Store) async throws {
        let found = await store.entry(for: key)
        let shown = "\(key)".suffix(60)
        try require(
            found == expected,
            "under \(shown), \(CacheSamples.shown(found)) is read instead of \(CacheSamples.shown(expected))")
    }

    // MARK: Laws

    private static func keysAreDifferent(_ trial: Trial) async throws {
        let (store, entries) = (try await trial.make(), await CacheSamples.entries(16))
        let keys =
            ["a", "A", "a/", "a?", "a?b", "a%2F", "a%20b", String(repeating: "n", count: 2_000)]
            .flatMap { [CacheKey(url: text(trial, $0)), CacheKey(url: text(trial, $0), qualifier: "user")] }
        for (key, entry) in zip(keys, entries) { await store.update(key) { _ in entry } }
        for (key, entry) in zip(keys, entries) { try await expect(entry, under: key, in: store) }
        await store.update(keys[0]) { _ in nil }
        try await expect(nil, under: keys[0], in: store)
        try await expect(entries[1], under: keys[1], in: store)
    }

    private static func invalidationsAreJoined(_ trial: Trial) async throws {
        let (store, user, date) = (try await trial.make(), CacheKey(url: text(trial), qualifier: "user"), Date() - 10)
        let others = [key(trial), CacheKey(url: text(trial), qualifier: "any query")]
        func expect(_ expected: CacheEntry?, _ moment: String) async throws {
            let found = await store.entry(for: user, invalidatedBy: others)
            try require(
                found == expected, "\(moment), \(CacheSamples.shown(found)), not \(CacheSamples.shown(expected))")
        }
        await store.update(others[0]) { _ in CacheEntry(invalidated: date) }
        try await expect(nil, "without an entry")
        var entry = await CacheSamples.entry("of a user")
        await store.update(user) { [entry] _ in entry }
        for (index, seconds, latest) in [(0, 1.0, 1.0), (1, 2, 2), (0, 3, 3), (1, 0, 3)] {
            await store.update(others[index]) { _ in CacheEntry(invalidated: date + seconds) }
            entry.invalidated = date + latest
            try await expect(entry, "with the invalidation \(seconds) s later")
        }
        await store.update(others[0]) { _ in nil }
        entry.invalidated = date
        try await expect(entry, "after the other invalidation")
        entry.invalidated = nil
        try await self.expect(entry, under: user, in: store)
    }

    private static func updatesAreExact(_ trial: Trial) async throws {
        let store = try await trial.make()
        var expected: CacheEntry?
        for round in 0..<5 {
            let passed = Passed()
            let next = round == 3 ? nil : await CacheSamples.entry("\(round)")
            await store.update(key(trial)) { entry in
                passed.set(entry)
                return next
            }
            let given = passed.last
            try require(
                given == .some(expected),
                "the function gets \(CacheSamples.shown(given ?? nil)), not \(CacheSamples.shown(expected))")
            try await expect(next, under: key(trial), in: store)
            expected = next
        }
    }

    /// Adds responses in many tasks.
    private static func changesAreExclusive(_ trial: Trial, of stores: [Store]) async throws {
        let (tasks, rounds) = (8, 8)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for round in 0..<rounds {
                        let added = await CacheSamples.response("\(task) \(round)")
                        await stores[task % stores.count].update(key(trial)) { before in
                            CacheEntry(responses: [added] + (before?.responses ?? []))
                        }
                    }
                }
            }
        }
        let found = await stores[0].entry(for: key(trial))?.responses.map { $0.response.body } ?? []
        let count = tasks * rounds
        try require(
            Set(found).count == count, "of \(count) changes, \(count - Set(found).count) are lost")
        try require(found.count == count, "\(found.count - count) changes have happened twice")
    }

    private static func changesAreThoseOfADictionary(_ trial: Trial) async throws {
        let store = try await trial.make()
        var (numbers, model, dates) = (trial.numbers, [CacheKey: CacheEntry](), [Date()])
        for step in 0..<200 {
            let key = key(trial, Int.random(in: 1...12, using: &numbers))
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0: model[key] = nil
            case 1, 2:
                let selection: CacheSelection =
                    switch Int.random(in: 0..<8, using: &numbers) {
                    case 0: .all
                    case 1, 2: .under(try url(trial, "\(Int.random(in: 0..<3, using: &numbers))"))
                    case 3, 4, 5: .receivedBefore(dates.suffix(8).randomElement(using: &numbers) ?? Date())
                    default: .url(try URL(string: key.url) ?? url(trial))
                    }
                model = model.filter { key, entry in
                    !selection.contains(key, received: entry.responses.first?.received ?? .distantPast)
                }
                await store.remove(selection)
                try await expect(model, in: store, trial)
                continue
            default:
                let response = await CacheSamples.response("\(step)")
                dates.append(response.received)
                model[key] = CacheEntry(responses: [response] + (model[key]?.responses.prefix(2) ?? []))
            }
            let after = model[key]
            await store.update(key) { _ in after }
        }
        try await expect(model, in: store, trial)
    }

    private static func expect(_ model: [CacheKey: CacheEntry], in store: Store, _ trial: Trial) async throws {
        for index in 1...12 { try await expect(model[key(trial, index)], under: key(trial, index), in: store) }
    }

    private static func removalsAreBarriers(
        _ trial: Trial, removing remover: Store, writing writer: Store
    ) async throws {
        let early = await CacheSamples.entry("requested before the removal")
        await remover.remove(.url(try url(trial)))
        await writer.update(key(trial)) { _ in early }
        let kept = await writer.entry(for: key(trial))?.responses ?? []
        try require(kept.isEmpty, "it is kept")
        let late = await CacheSamples.entry("requested after the removal")
        await writer.update(key(trial)) { _ in late }
        try await expect(late, under: key(trial), in: writer)
    }
}

/// What a function was given last.
private final class Passed: Sendable {
    private let entry = Locked<CacheEntry??>(nil)

    /// Nil if the function wasn't called.
    var last: CacheEntry?? { entry.withLock { $0 } }

    func set(_ new: CacheEntry?) { entry.withLock { $0 = .some(new) } }
}
