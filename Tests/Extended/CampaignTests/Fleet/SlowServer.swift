import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server that answers one request after the other, and a program whose loads don't wait for earlier ones, in virtual
/// time.
///
/// Requests that it can't answer at once wait in a queue. It answers them even if their loads have ended, because a
/// server seldom notices that.
struct SlowServer {
    /// The mean number of loads that begin in a second.
    var loadsPerSecond = 100
    /// The time in which loads begin.
    var duration = Duration.seconds(60)
    /// The requests that the server can answer in a second.
    var capacity = 125
    /// The time in which it answers none.
    var stall: Range<Duration> = .zero..<(.zero)
    /// The policies of the program.
    var policies: [Policy]

    /// What the server has seen, and the loads have taken.
    struct Report {
        /// The times that the loads have taken, in their order.
        var latencies: [Duration] = []
        /// When each request came, and when it was answered.
        var requests: [(arrival: Duration, answer: Duration)] = []

        /// The requests for each load.
        var amplification: Double { Double(requests.count) / Double(max(latencies.count, 1)) }

        /// The requests that wait at a time.
        func waiting(at time: Duration) -> Int { requests.count { $0.arrival <= time && $0.answer > time } }

        /// The time that a share of the loads doesn't exceed.
        func latency(of share: Double) -> Duration {
            let sorted = latencies.sorted()
            return sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
        }
    }

    private static let start = Date(timeIntervalSinceReferenceDate: 0)
    private static let resource = Resource<Void>(url: URL(string: "https://example.org/")!)

    /// Marks each request with the microsecond in which it is sent.
    private static let stamping = Policy { request, next in
        time.flatMap { now in next(request.header("X-Time", "\(Int(now / .microseconds(1)))")) }
    }

    private static let time = Plan<Date>.now.map { Duration.seconds($0.timeIntervalSince(start)) }

    /// Begins all loads, each at its time, and reports when the last has ended.
    func run(seed: UInt64 = 1) throws -> Report {
        var report = Report()
        var isFree = Duration.zero
        var run = DryRun(policies: policies + [Self.stamping]) { request, delay in
            let arrival = Duration.microseconds(Int(request.headerFields["X-Time"] ?? "") ?? 0)
            var turn = max(arrival, isFree)
            if stall.contains(turn) { turn = stall.upperBound }
            isFree = turn + .seconds(1) / capacity
            report.requests.append((arrival, isFree))
            delay = isFree - arrival
            return Response(status: 204)
        }
        (run.start, run.randomNumbers) = (Self.start, SplitMix64(seed: seed))
        report.latencies = try run.load(all(beginnings(seed: seed).map(load)))
        return report
    }

    /// Returns the times at which loads begin, independent of each other.
    private func beginnings(seed: UInt64) -> [Duration] {
        var random = SplitMix64(seed: seed &+ 7)
        var (times, time) = ([Duration](), Duration.zero)
        while true {
            time += .seconds(Double.random(in: 0..<2, using: &random)) / loadsPerSecond
            guard time < duration else { return times }
            times.append(time)
        }
    }

    /// Returns a load that begins at a time. Its value is how long it takes.
    private func load(at time: Duration) -> Plan<Duration> {
        Plan<Void>.wait(for: time).flatMap { Self.resource.plan.flatMap { Self.time.map { $0 - time } } }
    }
}
