import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A bucket that several processes share.
struct TokenBucketTests {
    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: 800_000_000 + seconds) }

    /// The times at which so many processes send, each with a clock of its own, as often as it may.
    private func sent(
        _ bucket: TokenBucket, processes: Int, until end: Double, apart: Double, pause: Double,
        _ numbers: inout SplitMix64
    ) -> [Double] {
        let errors = (0..<processes).map { _ in Double.random(in: 0...max(apart, 1e-9), using: &numbers) }
        var next = (0..<processes).map { _ in Double.random(in: 0...0.01, using: &numbers) }
        var (level, sent): (TokenBucket.Level?, [Double]) = (nil, [])
        var joined: Set<Int> = []
        // Always the one that comes next in true time.
        while let process = next.indices.min(by: { next[$0] < next[$1] }), next[process] < end {
            let taken = bucket.taking(at: Self.date(next[process] + errors[process]), from: level)
            level = taken.level
            let time = next[process] + taken.wait / .seconds(1)
            // Who joins with a clock that is ahead fills the bucket, once.
            if joined.insert(process).inserted, apart > 0 { sent = [] }
            sent.append(time)
            next[process] = time + Double.random(in: 0...max(pause, 1e-9), using: &numbers)
        }
        return sent.sorted()
    }

    @Test func `no time has more requests than the burst and the rate allow, of however many processes`() {
        for processes in [1, 2, 8, 100] {
            for apart in [0, 0.5, 9] as [Double] {
                for seed in 0..<UInt64(Effort.size(reduced: 5, usual: 20, full: 200)) {
                    var numbers = SplitMix64(seed: seed)
                    let bucket = TokenBucket(
                        perSecond: [2, 10, 100][Int(seed % 3)], burst: [1, 3, 20][Int(seed % 2 + seed % 3) / 2])
                    let pause = [0, 0.2, 3][Int(seed / 7) % 3]
                    let sent = sent(bucket, processes: processes, until: 20, apart: apart, pause: pause, &numbers)
                    #expect(sent.count > bucket.burst, "\(processes), \(apart)")
                    // The most by which the requests of any time exceed the rate: they are counted from each one on.
                    var (least, excess) = (Double.infinity, 0.0)
                    for (index, time) in sent.enumerated() {
                        least = min(least, Double(index) - time / bucket.interval)
                        excess = max(excess, Double(index + 1) - time / bucket.interval - least)
                    }
                    // A date is exact to 0.1 µs.
                    let rounding = 1e-3 + 1e-6 * Double(sent.count)
                    // A process whose clock is behind waits longer, so one request of each can be late.
                    let late = apart > 0 ? processes - 1 : 0
                    #expect(
                        excess <= Double(bucket.burst + late) + rounding,
                        "\(processes), \(apart): \(processes) processes, seed \(seed)")
                }
            }
        }
    }

    @Test(arguments: [1, 2, 8]) func `processes with one clock use all of the rate`(processes: Int) {
        var numbers = SplitMix64(seed: 1)
        let bucket = TokenBucket(perSecond: 50, burst: 1)
        let sent = sent(bucket, processes: processes, until: 20, apart: 0, pause: 0, &numbers)
        #expect(sent.count >= 999, "\(sent.count)")
    }

    @Test func `clocks that are apart make requests later, but not for long`() {
        for seed in 0..<10 as Range<UInt64> {
            var numbers = SplitMix64(seed: seed)
            let bucket = TokenBucket(perSecond: 10, burst: 1)
            let sent = sent(bucket, processes: 4, until: 60, apart: 5, pause: 0, &numbers)
            #expect(sent.count >= 400, "\(sent.count) of 600")
        }
    }

    @Test func `an entry that isn't one of a bucket counts as none`() throws {
        for data in [Data(), Data(count: 7), Data(repeating: 0xFF, count: 8), Data(count: 9)] {
            var run = DryRun(policies: [.rateLimit(perSecond: 1)]) { _ in Response() }
            run.store["~rate 1.0/1 https://example.org"] = StoreEntry(data: data, date: .distantFuture)
            _ = try run.load(Plan.send(Request(url: URL(string: "https://example.org/")!)))
            #expect(run.elapsed == .zero)
        }
    }
}
