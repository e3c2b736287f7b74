import ResourcefulLab
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What holds for the traffic of every plan.
struct TrafficLawTests {
    private static func number(of exchange: Traffic.Exchange) -> Int {
        Int(exchange.request.url.lastPathComponent) ?? -1
    }

    /// Stubs that answer with so many bytes, each after a time of its own.
    private static func server(_ tree: TrafficTree, after delay: (Int) -> Duration) -> StubServer {
        StubServer(
            tree.numbers.map { number in
                Stub("/\(number)").answers(.data(Data(count: number * 97 % 1_009)).after(delay(number)))
            })
    }

    private static func checkChain(_ traffic: Traffic, _ tree: TrafficTree) {
        let path = traffic.criticalPath
        for (before, after) in zip(path, path.dropFirst()) {
            #expect(before.end <= after.start, "\(tree)\n\(traffic)")
            #expect(after.cause.map { traffic.requests[$0] } == before, "\(tree)\n\(traffic)")
        }
        #expect(path.first?.cause == nil)
        #expect(path.allSatisfy { $0.start <= $0.end && $0.end <= traffic.elapsed }, "\(tree)\n\(traffic)")
    }

    @Test func `without a limit of bytes, a plan takes a round trip for each level of its tree`() throws {
        var numbers = SplitMix64(seed: 1)
        var deepest = 0
        for _ in 0..<Effort.rounds(500) {
            var count = 0
            let tree = TrafficTree.arbitrary(depth: 6, waits: false, count: &count, using: &numbers)
            let roundTrip = Duration.milliseconds(Int.random(in: 1...500, using: &numbers))
            let traffic = try Traffic(
                of: tree.plan, in: { DryRun(Self.server(tree) { _ in .zero }) }, roundTrip: roundTrip)
            let end = tree.end(after: .init(time: .zero, path: [])) { _ in roundTrip }
            #expect(traffic.elapsed == end.time, "\(tree)\n\(traffic)")
            #expect(traffic.criticalPath.count == end.path.count, "\(tree)\n\(traffic)")
            #expect(traffic.roundTrips == end.path.count, "\(tree)\n\(traffic)")
            #expect(traffic.elapsed == roundTrip * traffic.roundTrips)
            #expect(traffic.requests.count == tree.numbers.count)
            Self.checkChain(traffic, tree)
            deepest = max(deepest, traffic.roundTrips)
        }
        #expect(deepest > 8)
    }

    @Test func `with delays and waits, the critical path has the requests that the longest branches wait for`() throws {
        var numbers = SplitMix64(seed: 2)
        for _ in 0..<Effort.rounds(500) {
            var count = 0
            let tree = TrafficTree.arbitrary(depth: 6, waits: true, count: &count, using: &numbers)
            let delays = (0...count).map { _ in Duration.nanoseconds(Int.random(in: 1..<900_000_000, using: &numbers)) }
            let traffic = try Traffic(
                of: tree.plan, in: { DryRun(Self.server(tree) { delays[$0] }) }, roundTrip: .milliseconds(50))
            let end = tree.end(after: .init(time: .zero, path: [])) { .milliseconds(50) + delays[$0] }
            #expect(traffic.elapsed == end.time, "\(tree)\n\(traffic)")
            #expect(traffic.criticalPath.map(Self.number) == end.path, "\(tree)\n\(traffic)")
            #expect(traffic.roundTrips >= end.path.count)
            #expect(!traffic.criticalPath.contains { $0.isCutOff })
            Self.checkChain(traffic, tree)
        }
    }

    @Test func `a plan takes no less than its round trips, and the link no less than its bytes`() throws {
        var numbers = SplitMix64(seed: 3)
        for _ in 0..<Effort.rounds(500) {
            var count = 0
            let tree = TrafficTree.arbitrary(depth: 6, waits: true, count: &count, using: &numbers)
            let roundTrip = Duration.milliseconds(Int.random(in: 0...200, using: &numbers))
            let speed = Int.random(in: 1...1_000_000, using: &numbers)
            let server = Self.server(tree) { .milliseconds($0 * 31 % 200) }
            let traffic = try Traffic(
                of: tree.plan, in: { DryRun(server) }, roundTrip: roundTrip, bytesPerSecond: speed,
                connecting: Int.random(in: 0...2, using: &numbers))
            let last = traffic.requests.map(\.end).reduce(traffic.elapsed, max)
            #expect(traffic.elapsed >= roundTrip * traffic.criticalPath.count, "\(tree)\n\(traffic)")
            #expect(last >= roundTrip * traffic.roundTrips, "\(tree)\n\(traffic)")
            #expect(last * speed >= .seconds(1) * (traffic.bytesSent + traffic.bytesReceived), "\(tree)\n\(traffic)")
            #expect(traffic.bytesSent == traffic.requests.map(\.bytesSent).reduce(0, +))
            #expect(traffic.bytesReceived == traffic.requests.map(\.bytesReceived).reduce(0, +))
            #expect(traffic.requests.count <= tree.numbers.count)
            Self.checkChain(traffic, tree)
        }
    }

    @Test func `the laws hold with failures, retries, shared requests and limits, too`() throws {
        var numbers = SplitMix64(seed: 5)
        var (failed, cut, joined) = (0, 0, 0)
        for _ in 0..<Effort.rounds(500) {
            var count = 0
            let tree = TrafficTree.arbitrary(depth: 5, waits: true, count: &count, using: &numbers)
            let (speed, divisor) = (
                Int.random(in: 100...100_000, using: &numbers), Int.random(in: 5...40, using: &numbers)
            )
            let policies = [Policy.cache(for: .seconds(1)), .steadyRetry(upTo: 1), .limit(atOnce: 3)]
                .filter { _ in Bool.random(using: &numbers) }
            let make = {
                DryRun(policies: policies) { request in
                    let number = Int(request.url.lastPathComponent) ?? 0
                    if number % 11 == 10 { throw TransportError(.connectionLost, "lost") }
                    return Response(status: number % 17 == 16 ? 503 : 200, body: Data(count: number * 97 % 1_009))
                }
            }
            let traffic: Traffic
            do {
                traffic = try Traffic(
                    of: tree.joined(modulo: divisor).plan, in: make, roundTrip: .milliseconds(20), bytesPerSecond: speed
                )
            } catch let failure as Traffic.LoadFailure {
                traffic = failure.traffic
                failed += 1
            }
            let last = traffic.requests.map(\.end).reduce(traffic.elapsed, max)
            #expect(traffic.elapsed >= .milliseconds(20) * traffic.criticalPath.count, "\(tree)\n\(traffic)")
            #expect(last * speed >= .seconds(1) * (traffic.bytesSent + traffic.bytesReceived), "\(tree)\n\(traffic)")
            for exchange in traffic.requests {
                #expect(exchange.cause.map { traffic.requests[$0].end <= exchange.start } ?? true)
                #expect(exchange.start <= exchange.end)
                #expect(exchange.isCutOff || exchange.end - exchange.start >= .milliseconds(20))
                #expect((exchange.status != nil) == (exchange.firstByte != nil))
            }
            Self.checkChain(traffic, tree)
            cut += traffic.requests.count(where: \.isCutOff)
            if traffic.requests.count < tree.numbers.count { joined += 1 }
        }
        #expect(min(failed, cut, joined) > 0, "\(failed), \(cut), \(joined)")
    }

    /// One byte a millisecond: in each, the earliest exchange with bytes that are ready sends one.
    private static func ends(of exchanges: [(start: Int, delay: Int, sent: Int, received: Int)], roundTrip: Int)
        -> [Int]
    {
        var (left, ready) = ([Int](), [Int]())
        for exchange in exchanges {
            left += [exchange.sent, exchange.received]
            ready += [exchange.start, .max]
        }
        var ends: [Int: Int] = [:]
        var time = 0
        while ends.count < exchanges.count {
            guard let index = left.indices.first(where: { left[$0] > 0 && ready[$0] <= time }) else {
                time += 1
                continue
            }
            (left[index], time) = (left[index] - 1, time + 1)
            guard left[index] == 0 else { continue }
            if index % 2 == 0 {
                ready[index + 1] = time + roundTrip + exchanges[index / 2].delay
            } else {
                ends[index / 2] = time
            }
        }
        return exchanges.indices.map { ends[$0] ?? 0 }
    }

    @Test func `a message takes its time to the next attosecond`() {
        checkEach([1, 3, 7, 1_000, 999_983, 1 << 40]) { speed in
            let traffic = try Traffic(
                of: TrafficTree.resource(1), in: { DryRun { _ in Response(body: Data(count: 1_001)) } },
                roundTrip: .zero,
                bytesPerSecond: speed)
            let exact = Duration.seconds(1) * (traffic.bytesSent + traffic.bytesReceived)
            let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
            #expect(traffic.elapsed * speed >= exact, "\(speed)")
            #expect((traffic.elapsed - attosecond * 2) * speed < exact, "\(speed)")
        }
    }

    @Test func `an exchange that is cut off leaves the link to later ones`() throws {
        let plan = TrafficTree.resource(100_000).plan.map(\.count).deadline(.seconds(2)).recover { _ in
            TrafficTree.resource(1).plan.map(\.count)
        }
        let traffic = try Traffic(
            of: plan,
            in: { DryRun { Response(body: Data(count: Int($0.url.lastPathComponent) ?? 0)) } }, roundTrip: .zero,
            bytesPerSecond: 1_000)
        let (cut, last) = (traffic.requests[0], traffic.requests[1])
        #expect(cut.isCutOff && cut.bytesSent + cut.bytesReceived == 2_000)
        #expect(traffic.elapsed == .seconds(2) + .milliseconds(last.bytesSent + last.bytesReceived))
    }

    @Test func `exchanges share a link as in a simulation of each byte`() throws {
        var numbers = SplitMix64(seed: 4)
        for _ in 0..<Effort.rounds(200) {
            let count = Int.random(in: 1...8, using: &numbers)
            let starts = (0..<count).map { _ in Int.random(in: 0...600, using: &numbers) }.sorted()
            let delays = (0..<count).map { _ in Int.random(in: 0...400, using: &numbers) }
            let sizes = (0..<count).map { _ in Int.random(in: 0...300, using: &numbers) }
            let roundTrip = Int.random(in: 0...300, using: &numbers)
            let server = StubServer(
                (0..<count).map { index in
                    Stub("/\(index)").answers(.data(Data(count: sizes[index])).after(.milliseconds(delays[index])))
                })
            let plan = all(
                (0..<count).map { index in
                    Plan.wait(for: .milliseconds(starts[index])).flatMap { TrafficTree.resource(index).plan }
                })
            let traffic = try Traffic(
                of: plan, in: { DryRun(server) }, roundTrip: .milliseconds(roundTrip), bytesPerSecond: 1_000)
            let exchanges = traffic.requests.indices.map { index in
                let exchange = traffic.requests[index]
                return (starts[index], delays[index], exchange.bytesSent, exchange.bytesReceived)
            }
            let ends = Self.ends(of: exchanges, roundTrip: roundTrip)
            #expect(traffic.requests.map(Self.number) == Array(0..<count))
            #expect(traffic.requests.map(\.end) == ends.map { .milliseconds($0) }, "\(traffic)")
        }
    }
}
