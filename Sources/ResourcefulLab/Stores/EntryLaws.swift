/// The laws of stores of entries.
enum EntryLaws<Store: EntryStore> {
    typealias Law = StoreLaw<Store>
    typealias Trial = StoreTrial<Store>

    static var all: [Law] {
        [
            Law("a name that was never written has no entry") { trial in
                let store = try await trial.make()
                try await expect(nil, under: trial.name, in: store)
                let before = await store.update(trial.name) { $0 }
                try require(before == nil, "update returns \(shown(before)) instead of nil")
                try await expect(nil, under: trial.name, in: store)
            },
            Law("an entry is read as it was written") { try await entriesAreKept($0) },
            Law("names that differ in one byte are different names") { try await namesAreDifferent($0) },
            Law("update passes the entry to the function, and returns it") { try await updatesAreExact($0) },
            Law("nil removes an entry, and only this one") { trial in
                let (store, entry) = (try await trial.make(), entry("kept"))
                _ = await store.update(trial.name) { _ in entry }
                _ = await store.update("\(trial.name) other") { _ in entry }
                let before = await store.update(trial.name) { _ in nil }
                try require(before == entry, "the removal returns \(shown(before)) instead of the entry")
                try await expect(nil, under: trial.name, in: store)
                try await expect(entry, under: "\(trial.name) other", in: store)
                _ = await store.update(trial.name) { before in before == nil ? entry : nil }
                try await expect(entry, under: trial.name, in: store)
            },
            Law("any sequence of changes ends as in a dictionary") { try await changesAreThoseOfADictionary($0) },
            Law("changes of one entry at the same time happen one after the other") { trial in
                try await changesAreExclusive(trial.name, of: [try await trial.make()], tasks: 8, rounds: 25)
            },
            Law("changes of different entries at the same time don't disturb each other") {
                try await namesAreIndependent($0)
            },
            Law("a canceled task reads and changes as any other") { try await cancellationIsIgnored($0) },
        ] + shared
    }

    private static var shared: [Law] {
        [
            Law("what one store has changed, another one reads", .sharedStores) { trial in
                let (first, second) = (try await trial.make(), try await trial.make())
                for (round, text) in ["one", "two", "three"].enumerated() {
                    let (writer, reader) = round.isMultiple(of: 2) ? (first, second) : (second, first)
                    _ = await writer.update(trial.name) { _ in entry(text) }
                    try await expect(entry(text), under: trial.name, in: reader)
                    let before = await reader.update(trial.name) { $0 }
                    try require(before == entry(text), "update of the other store returns \(shown(before))")
                }
                _ = await first.update(trial.name) { _ in nil }
                try await expect(nil, under: trial.name, in: second)
            },
            Law("changes of several stores at the same time happen one after the other", .sharedStores) { trial in
                var stores: [Store] = []
                for _ in 0..<4 { stores.append(try await trial.make()) }
                try await changesAreExclusive(trial.name, of: stores, tasks: 8, rounds: 15)
            },
            Law("entries remain when their store is gone", .sharedStores) { trial in
                do {
                    let store = try await trial.make()
                    _ = await store.update(trial.name) { _ in entry("left behind") }
                }
                try await expect(entry("left behind"), under: trial.name, in: try await trial.make())
            },
        ]
    }

    // MARK: Every store

    private static func entriesAreKept(_ trial: Trial) async throws {
        let store = try await trial.make()
        var numbers = trial.numbers
        for (index, size) in [0, 1, 7, 8, 255, 256, 65_536, 1 << 20].enumerated() {
            let data = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            let entry = StoreEntry(data: data, date: date(1.0 / 3))
            _ = await store.update("\(trial.name) \(index)") { _ in entry }
            try await expect(entry, under: "\(trial.name) \(index)", in: store)
            _ = await store.update("\(trial.name) \(index)") { _ in nil }
        }
        let every = StoreEntry(data: Data(0...255), date: date(0))
        for (index, seconds) in [0, -0.25, 1e-6, 800_000_000.123_456, -6e10, 6e10].enumerated() {
            let entry = StoreEntry(data: every.data, date: date(seconds))
            _ = await store.update("\(trial.name) date \(index)") { _ in entry }
            try await expect(entry, under: "\(trial.name) date \(index)", in: store)
        }
    }

    private static func namesAreDifferent(_ trial: Trial) async throws {
        let store = try await trial.make()
        let long = String(repeating: "n", count: 300)
        let names = [
            "a", "A", "a ", " a", "", ".", "..", "a/b", "a/./b", "a%2Fb", "../a", "a\\b", "*", "?", "[ab]", "a\nb",
            "a:b", "a_b", "a-b", "a b", "a+b", "'", "\"", "$1", "ü", "日本", "🦊", long + "1", long + "2",
        ].map { trial.name + $0 }
        for name in names { _ = await store.update(name) { _ in entry(name) } }
        for name in names { try await expect(entry(name), under: name, in: store) }
        for name in names { _ = await store.update(name) { _ in nil } }
        for name in names { try await expect(nil, under: name, in: store) }
    }

    private static func updatesAreExact(_ trial: Trial) async throws {
        let store = try await trial.make()
        var expected: StoreEntry?
        for round in 0..<5 {
            let passed = Passed()
            let (next, current) = (entry("\(round)"), expected)
            let before = await store.update(trial.name) { entry in
                passed.set(entry)
                return next
            }
            let given = passed.last
            try require(given == .some(current), "the function gets \(shown(given ?? nil)), not \(shown(current))")
            try require(before == current, "update returns \(shown(before)) instead of \(shown(current))")
            try await expect(next, under: trial.name, in: store)
            expected = next
        }
    }

    private static func changesAreThoseOfADictionary(_ trial: Trial) async throws {
        let store = try await trial.make()
        var (numbers, model) = (trial.numbers, [String: StoreEntry]())
        for step in 0..<300 {
            let name = "\(trial.name) \(Int.random(in: 0..<6, using: &numbers))"
            let (kind, before) = (Int.random(in: 0..<6, using: &numbers), model[name])
            switch kind {
            case 0, 1: try await expect(before, under: name, in: store)
            case 2: model[name] = nil
            case 3: model[name]?.data.append(UInt8(truncatingIfNeeded: step))
            default: model[name] = entry("\(step)", at: Double(step) / 7)
            }
            guard kind > 1 else { continue }
            let after = model[name]
            let returned = await store.update(name) { _ in after }
            try require(returned == before, "change \(step) returns \(shown(returned)) instead of \(shown(before))")
        }
        for index in 0..<6 {
            let name = "\(trial.name) \(index)"
            try await expect(model[name], under: name, in: store)
        }
    }

    private static func namesAreIndependent(_ trial: Trial) async throws {
        let store = try await trial.make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                let name = "\(trial.name) \(task)"
                group.addTask {
                    for round in 0..<20 {
                        _ = await store.update(name) { _ in entry("\(task) \(round)") }
                        try await expect(entry("\(task) \(round)"), under: name, in: store)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func cancellationIsIgnored(_ trial: Trial) async throws {
        let store = try await trial.make()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = await store.update(trial.name) { _ in entry("canceled") }
            return await store.read(trial.name)
        }
        let read = await task.value
        try require(read == entry("canceled"), "a canceled task reads \(shown(read)) after its change")
        try await expect(entry("canceled"), under: trial.name, in: store)
    }

    // MARK: All stores together

    /// Counts up in many tasks: each number must have been seen once.
    private static func changesAreExclusive(
        _ name: String, of stores: [Store], tasks: Int, rounds: Int
    ) async throws {
        let seen = try await withThrowingTaskGroup(of: [Int].self) { group in
            for task in 0..<tasks {
                let store = stores[task % stores.count]
                group.addTask {
                    var seen: [Int] = []
                    for _ in 0..<rounds {
                        let before = await store.update(name) { before in
                            entry("\(number(in: before) + 1)")
                        }
                        seen.append(number(in: before))
                    }
                    return seen
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let last = number(in: await stores[0].read(name))
        try require(
            last == tasks * rounds, "of \(tasks * rounds) changes, \(tasks * rounds - last) are lost")
        try require(seen.sorted() == Array(0..<last), "two changes have returned the same entry")
    }

    // MARK: Entries

    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    private static func entry(_ text: String, at seconds: Double = 0) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: date(seconds))
    }

    private static func number(in entry: StoreEntry?) -> Int {
        entry.flatMap { Int(String(decoding: $0.data, as: UTF8.self)) } ?? 0
    }

    private static func expect(_ expected: StoreEntry?, under name: String, in store: Store) async throws {
        let found = await store.read(name)
        try require(
            found == expected, "under \"\(name.suffix(40))\", \(shown(found)) is read instead of \(shown(expected))")
    }

    private static func shown(_ entry: StoreEntry?) -> String {
        guard let entry else { return "nil" }
        let text = String(decoding: entry.data.prefix(20), as: UTF8.self)
        let seconds = entry.date.timeIntervalSinceReferenceDate
        return "\(entry.data.count) bytes (\"\(text)\"\(entry.data.count > 20 ? "…" : ""), stored at \(seconds))"
    }
}

/// What a function was given last.
private final class Passed: Sendable {
    private let entry = Locked<StoreEntry??>(nil)

    /// Nil if the function wasn't called.
    var last: StoreEntry?? { entry.withLock { $0 } }

    func set(_ new: StoreEntry?) { entry.withLock { $0 = .some(new) } }
}
