import Foundation
import ResourcefulLoading
import Testing

@testable import ResourcefulFleet

/// What a process remembers of a server is never older than what it has changed itself.
@Suite struct SeenShelvesTests {
    private static let key = CacheKey(url: "https://api.example/")
    private static let shelves = (0..<40).map { number in
        Shelf(
            entry: SharedEntry(CacheEntry(invalidated: Date(timeIntervalSince1970: Double(number))), for: key),
            removal: nil)
    }
    private static let start = ContinuousClock.now

    /// A question or a change that is under way.
    private struct Open {
        var name: Int
        var change: Int?
        var found: Int?
        let changes: UInt64
        let time: ContinuousClock.Instant
    }

    /// Numbers that a seed decides: SplitMix64.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var number = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
            return number ^ (number >> 31)
        }
    }

    private static let limit = 50_000
    /// Fewer than are remembered for certain, and more than half of them.
    private static let names = (0...limit / 800 + 3).map { number in
        ResponseName(CacheKey(url: "https://api.example/\(number)"))
    }

    private static func name(_ number: Int) -> ResponseName { names[number] }

    /// Runs a drawn sequence of steps: questions and changes begin, reach the server and end in any order; others change
    /// entries, too; many other names are used; all is forgotten.
    ///
    /// - Returns: How often something was remembered.
    private func run(seed: UInt64) -> Int {
        var random = Numbers(state: seed)
        var seen = SeenShelves(limit: Self.limit)
        var server = [0, 0, 0]
        /// What this process may not go behind.
        var least = [0, 0, 0]
        var (version, clock, count) = (0, 0, 0)
        var (waiting, answered): ([Open], [Open]) = ([], [])
        for _ in 0..<120 {
            clock += 1
            let (now, name) = (Self.start + .seconds(clock), Int.random(in: 0..<3, using: &random))
            switch Int.random(in: 0..<13, using: &random) {
            case 0..<3: waiting.append(Open(name: name, changes: seen.changes, time: now))
            case 3..<5 where version < 38:
                version += 1
                waiting.append(Open(name: name, change: version, changes: seen.changes, time: now))
            case 5 where version < 38:
                version += 1
                server[name] = version
            case 6..<9 where !waiting.isEmpty:
                var open = waiting.remove(at: Int.random(in: waiting.indices, using: &random))
                // One change of a name is under way at a time, as in the cache.
                if open.change != nil, answered.contains(where: { $0.name == open.name && $0.change != nil }) {
                    waiting.append(open)
                } else {
                    if let change = open.change { server[open.name] = max(change, server[open.name]) }
                    open.found = server[open.name]
                    answered.append(open)
                }
            case 9..<12 where !answered.isEmpty:
                let open = answered.remove(at: Int.random(in: answered.indices, using: &random))
                guard let found = open.found else { continue }
                if open.change == nil {
                    seen.see(Self.shelves[found], Self.name(open.name), after: open.changes, at: open.time)
                } else {
                    seen.change(
                        Self.name(open.name), to: Self.shelves[found], after: open.changes, at: open.time)
                    least[open.name] = max(least[open.name], found)
                }
            case 12:
                if Bool.random(using: &random) {
                    for other in Self.names.dropFirst(3) {
                        seen.see(Self.shelves[0], other, after: seen.changes, at: now)
                    }
                } else {
                    seen.forget()
                    least = server
                }
            default: break
            }
            for number in 0..<3 {
                guard let mark = seen[Self.name(number)]?.entry?.mark else { continue }
                let found = Self.shelves.firstIndex { $0.entry?.mark == mark } ?? -1
                count += 1
                #expect(found >= least[number], "seed \(seed): \(found) of \(number), after \(least[number])")
            }
        }
        return count
    }

    @Test func `nothing is remembered that is older than a change of this process, in any order of answers`() {
        #expect((0..<500).map { run(seed: $0) }.reduce(0, +) > 40_000)
    }

    @Test func `an entry is remembered for a time, while it is fresh, and what was decoded of it until it changes`()
        throws
    {
        var seen = SeenShelves()
        let (name, end) = (Self.name(0), Date(timeIntervalSince1970: 100))
        let response = Response(headerFields: ["Cache-Control": "max-age=100"])
        let received = Date(timeIntervalSince1970: 0)
        let entry = CacheEntry(
            responses: [StoredResponse(response: response, requested: received, received: received)])
        let life = ResponseLife(longest: .seconds(1), extra: .zero)
        let decoded = SeenShelves.Decoded(entry, for: Self.key, life: life)
        func entries(
            for key: CacheKey = Self.key, after time: Int = 0, at now: Date = end - 1, with others: Int = 0
        ) -> [CacheEntry?]? {
            let others = (0..<others).map { Self.name(1 + $0) }
            return seen.entries(
                [name] + others, [key] + others.map { _ in Self.key }, since: Self.start + .seconds(time), freshAt: now)
        }
        let shared = try #require(Self.shelves[1].entry)
        seen.see(Self.shelves[1], name, after: 0, at: Self.start)
        #expect(entries() == nil && seen.entry(shared, of: name, for: Self.key) == nil)
        seen.keep(decoded, of: shared, name)
        #expect(entries() == [entry] && entries(after: 1) == nil && entries(at: end) == nil)
        #expect(seen.entry(shared, of: name, for: Self.key) == entry)
        let other = CacheKey(url: "https://other.example/")
        #expect(entries(for: other) == nil && seen.entry(shared, of: name, for: other) == nil)
        // The others needn't be fresh, or be there at all, but they must be known.
        #expect(entries(with: 1) == nil)
        seen.see(Shelf(entry: nil, removal: nil), Self.name(1), after: 0, at: Self.start)
        #expect(entries(with: 1) == [entry, nil])
        seen.see(Self.shelves[3], Self.name(2), after: 0, at: Self.start)
        #expect(entries(with: 2) == nil)
        // Nothing there isn't fresh.
        #expect(seen.entries([Self.name(1)], [Self.key], since: Self.start, freshAt: end - 1) == nil)
        // It is found again, unchanged and then changed.
        seen.see(Self.shelves[1], name, after: 0, at: Self.start + .seconds(1))
        #expect(entries(after: 1) == [entry] && seen.entry(shared, of: name, for: Self.key) == entry)
        seen.see(Self.shelves[2], name, after: 0, at: Self.start + .seconds(2))
        #expect(entries() == nil && seen.entry(shared, of: name, for: Self.key) == nil)
        #expect(try seen.entry(#require(Self.shelves[2].entry), of: name, for: Self.key) == nil)
        // What this process has written needn't be decoded, unless all was forgotten meanwhile.
        let before = seen.changes
        seen.change(name, to: Self.shelves[4], decoded, after: before, at: Self.start)
        #expect(entries() == [entry])
        // A change that wasn't made leaves nothing, also when the server then has nothing.
        seen.change(name, to: nil, decoded, after: seen.changes, at: Self.start)
        seen.see(Shelf(entry: nil, removal: nil), name, after: seen.changes, at: Self.start)
        #expect(entries() == nil)
        seen.forget()
        seen.change(name, to: Self.shelves[5], decoded, after: before, at: Self.start)
        #expect(entries() == nil && seen[name] == nil)
    }

    @Test func `a name is that of its key, however many were used`() {
        var names = RecentNames()
        for number in (0...6_000).flatMap({ [$0, 0, $0 / 2] }) {
            let user = number.isMultiple(of: 3) ? "user=1" : ""
            let key = CacheKey(url: "https://api.example/\(number)", qualifier: user)
            #expect(names[key] == ResponseName(key))
            if number.isMultiple(of: 500) { #expect(names.size <= 2 * RecentNames.limit) }
        }
        // A long one isn't remembered.
        let (long, size) = (CacheKey(url: String(repeating: "a", count: 2_000)), names.size)
        #expect(names[long] == ResponseName(long) && names.size == size)
    }
}
