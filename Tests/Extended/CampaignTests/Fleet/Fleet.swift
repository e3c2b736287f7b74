import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Many clients of one server, in virtual time: each is a dry run with a store, a budget and random numbers of its own.
///
/// The server serves so many requests in each tenth of a second, those of the clients with the smaller numbers first.
/// So a client depends only on those before it, and they can run one after the other: what happens is what would happen
/// if they ran together.
struct Fleet {
    /// The number of clients.
    var clients: Int
    /// What each of them wants: so many loads, one after the other.
    var loads = 1
    /// The mean time between two loads of a client, and before the first; nil if all begin at the same moment.
    var interval: Duration?
    /// The requests that the server answers in a tenth of a second. It answers the others with 503.
    var capacity = Int.max
    /// The time in which it answers none.
    var outage: Range<Duration> = .zero..<(.zero)
    /// The fields of a 503.
    var refusal: HeaderFields = [:]
    /// The policies of each client.
    var policies: [Policy]

    /// What the server has seen, and the clients have got.
    struct Report {
        /// The loads that the clients wanted, and those that succeeded.
        var (wanted, succeeded) = (0, 0)
        /// The requests in each tenth of a second.
        var arrivals: [Int] = []
        /// The tenth of a second in which the last load ended.
        var end = 0

        /// The requests for each load that was wanted.
        var amplification: Double { Double(arrivals.reduce(0, +)) / Double(max(wanted, 1)) }

        /// The most requests in a tenth of a second of a time.
        func peak(in time: Range<Duration>) -> Int {
            let (first, last) = (Fleet.tenth(time.lowerBound), Fleet.tenth(time.upperBound))
            return arrivals.indices.clamped(to: first..<max(first, last)).map { arrivals[$0] }.max() ?? 0
        }

        /// The requests of a time.
        func count(in time: Range<Duration>) -> Int {
            let (first, last) = (Fleet.tenth(time.lowerBound), Fleet.tenth(time.upperBound))
            return arrivals.indices.clamped(to: first..<max(first, last)).reduce(0) { $0 + arrivals[$1] }
        }
    }

    private static let start = Date(timeIntervalSinceReferenceDate: 0)
    private static let resource = Resource<Void>(url: URL(string: "https://example.org/")!)

    fileprivate static func tenth(_ time: Duration) -> Int { Int(time / .milliseconds(100)) }

    /// Marks each request with the time at which it is sent.
    private static let stamping = Policy { request, next in
        Plan<Date>.now.flatMap { now in
            next(request.header("X-Time", "\(Int(now.timeIntervalSince(start) * 10))"))
        }
    }

    /// Lets all clients do what they want.
    func run(seed: UInt64 = 1) throws -> Report {
        var report = Report()
        var served: [Int] = []
        for client in 0..<clients {
            var run = DryRun(policies: policies + [Self.stamping]) { request in
                let tenth = Int(request.headerFields["X-Time"] ?? "") ?? 0
                while tenth >= report.arrivals.count {
                    report.arrivals.append(0)
                    served.append(0)
                }
                report.arrivals[tenth] += 1
                let isDown = (Self.tenth(outage.lowerBound)..<Self.tenth(outage.upperBound)).contains(tenth)
                guard !isDown, served[tenth] < capacity else { return Response(status: 503, headerFields: refusal) }
                served[tenth] += 1
                return Response(status: 204)
            }
            (run.start, run.randomNumbers) = (Self.start, SplitMix64(seed: seed &* 1_000_003 &+ UInt64(client)))
            report.succeeded += try run.load(plan(loads))
            report.wanted += loads
            report.end = max(report.end, Self.tenth(run.elapsed))
        }
        return report
    }

    /// Returns the loads of a client. The value is the number of those that succeed.
    private func plan(_ left: Int) -> Plan<Int> {
        guard left > 0 else { return .value(0) }
        let pause: Plan<Void> =
            if let interval {
                Plan<UInt64>.random.flatMap { number in
                    Plan<Void>.wait(for: interval * (2 * Double(number >> 11) * 0x1p-53))
                }
            } else {
                .value(())
            }
        return pause.flatMap { Self.resource.plan.map { 1 }.recover { _ in 0 } }.flatMap { count in
            plan(left - 1).map { $0 + count }
        }
    }
}
