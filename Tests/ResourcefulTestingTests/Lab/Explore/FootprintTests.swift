import Testing

@testable import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct FootprintTests {
    /// Locations of all kinds, many of which share what is compared first.
    private static let locations: [Location] = {
        let names = ["a", "b", "ab", "token https://example.org", "token https://example.com"]
        let requests = names.map { Request(url: URL(string: "https://example.org/\($0.count)")!).header("X-Name", $0) }
        let alone: [Location] = [.server, .randomNumbers, .time, .wholeCache, .origin, .waits]
        return alone + names.map { .entry($0) } + names.map { .cached(CacheKey(url: $0)) }
            + names.map { .question($0) } + requests.map { .run(.exchange($0)) }
            + names.map { .gate(GateKey(name: $0, limit: 1)) }
    }()

    private struct Model {
        var (reads, writes): (Set<Location>, Set<Location>) = ([], [])

        func conflicts(with other: Model) -> Bool {
            !writes.isDisjoint(with: other.writes.union(other.reads)) || !reads.isDisjoint(with: other.writes)
        }
    }

    private static func arbitrary(_ numbers: inout SplitMix64) -> (Footprint, Model) {
        var (footprint, model) = (Footprint(), Model())
        for _ in 0..<numbers.next() % 4 {
            let location = locations[Int(numbers.next() % UInt64(locations.count))]
            if numbers.next() % 2 == 0 {
                footprint.read(location)
                model.reads.insert(location)
            } else {
                footprint.write(location)
                model.writes.insert(location)
            }
        }
        return (footprint, model)
    }

    @Test func `footprints conflict if one has written what the other has read or written`() {
        var numbers = SplitMix64(seed: 0)
        var conflicts = 0
        for index in 0..<20_000 {
            let (first, model) = Self.arbitrary(&numbers)
            let (second, other) = Self.arbitrary(&numbers)
            let isConflict = model.conflicts(with: other)
            #expect(first.conflicts(with: second) == isConflict, "\(index)")
            #expect(second.conflicts(with: first) == isConflict, "\(index)")
            #expect(first.isEmpty == (model.reads.isEmpty && model.writes.isEmpty))
            conflicts += isConflict ? 1 : 0
        }
        #expect(conflicts > 500 && conflicts < 10_000)
    }
}
