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

    private static let names = (0...SeenShelves.limit + 2).map { number in
        ResponseName(CacheKey(url: "https://api.example/\(number)"))
    }

    private static func name(_ number: Int) -> ResponseName { names[number] }

    /// Runs a drawn sequence of steps: questions and changes begin, reach the server and end in any order; others change
    /// entries, too; many other names are used; all is forgotten.
    ///
    /// - Returns: How often something was remembered.
    private func run(seed: UInt64) -> Int {
        var random = Numbers(state: seed)
        var seen = SeenShelves()
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

    @Test func `an entry is remembered for a time, and what was decoded of it until it changes`() throws {
        var seen = SeenShelves()
        let (name, entry) = (Self.name(0), CacheEntry(invalidated: Date(timeIntervalSince1970: 1)))
        let shared = try #require(Self.shelves[1].entry)
        seen.see(Self.shelves[1], name, after: 0, at: Self.start)
        #expect(seen.shelf(name, since: Self.start) != nil && seen.shelf(name, since: Self.start + .seconds(1)) == nil)
        #expect(seen.entry(shared, of: name, for: Self.key) == nil)
        seen.keep(entry, of: shared, name, for: Self.key)
        #expect(seen.entry(shared, of: name, for: Self.key) == entry)
        #expect(seen.entry(shared, of: name, for: CacheKey(url: "https://other.example/")) == nil)
        // It is found again, unchanged and then changed.
        seen.see(Self.shelves[1], name, after: 0, at: Self.start + .seconds(1))
        #expect(seen.entry(shared, of: name, for: Self.key) == entry)
        seen.see(Self.shelves[2], name, after: 0, at: Self.start + .seconds(2))
        #expect(seen.entry(shared, of: name, for: Self.key) == nil)
        #expect(try seen.entry(#require(Self.shelves[2].entry), of: name, for: Self.key) == nil)
    }
}
