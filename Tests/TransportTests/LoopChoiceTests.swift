import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many loops a transport has, and which of them an origin uses.
struct LoopChoiceTests {
    private static func origin(_ url: String) throws -> Origin {
        try #require(URL(string: url).flatMap { Origin($0) })
    }

    @Test func `origins are spread evenly over the loops`() {
        checkEach([2, 3, 4, 8, Effort.size(reduced: 16, usual: 64, full: 64)]) { count in
            let kinds: [(Int) -> String] = [
                { "http://127.0.0.1:\(10_000 + $0)" }, { "https://host\($0).example" },
                { "https://10.0.\($0 / 256).\($0 % 256)" },
            ]
            for kind in kinds {
                var counts = Array(repeating: 0, count: count)
                for number in 0..<(200 * count) {
                    counts[LoopChoice.index(of: try Self.origin(kind(number)), among: count, sharesProxy: false)] += 1
                }
                #expect(counts.allSatisfy { (140...260).contains($0) }, "\(count): \(counts)")
            }
        }
    }

    @Test func `each part of an origin counts, and the path doesn't`() throws {
        func index(_ url: String) throws -> Int {
            LoopChoice.index(of: try Self.origin(url), among: 1 << 20, sharesProxy: false)
        }
        let origins = ["http://a.example", "https://a.example", "https://b.example", "https://a.example:444"]
        #expect(Set(try origins.map(index)).count == 4)
        #expect(try index("https://A.example:443/x?y") == index("https://a.example"))
        // The same in each process.
        #expect(try index("https://a.example") == 229_730)
    }

    @Test func `through an HTTP proxy, plain requests use the first loop, and tunnels are spread`() throws {
        func indices(_ scheme: String) throws -> Set<Int> {
            let origins = try (0..<32).map { try Self.origin("\(scheme)://host\($0).example") }
            return Set(origins.map { LoopChoice.index(of: $0, among: 4, sharesProxy: true) })
        }
        #expect(try indices("http") == [0])
        #expect(try indices("https") == [0, 1, 2, 3])
    }

    @Test func `a URL without an origin uses the first loop`() {
        #expect(LoopChoice.index(of: nil, among: 4, sharesProxy: false) == 0)
    }

    @Test func `from four processors on, there is a loop for two of them, up to four`() {
        let counts = (0...12).map { LoopChoice.count(processors: $0, quota: nil) }
        #expect(counts == [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4])
        #expect(LoopChoice.count(processors: 256, quota: nil) == 4)
    }

    @Test func `the quota of a container counts as processors`() {
        let cases: [(String, Int)] = [
            ("max 100000\n", 4), ("200000 100000\n", 1), ("390000 100000\n", 1), ("400000 100000\n", 2),
            ("50000 100000", 1),
            ("6400000 100000\n", 4), ("", 4), ("4", 4), ("0 100000", 4), ("-1 100000", 4), ("100000 0", 4), ("a b", 4),
            ("400000 100000 7", 4),
        ]
        for (quota, count) in cases {
            #expect(LoopChoice.count(processors: 64, quota: quota) == count, "\(quota)")
            #expect(LoopChoice.count(processors: 2, quota: quota) == 1, "\(quota)")
        }
    }
}
