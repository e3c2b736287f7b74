import Foundation
import ResourcefulTesting
import Testing

/// Runs that wait for room, dry and live.
@Suite(.permit) struct LimitTests {
    private static func run(_ number: Int, limit: Int, priority: Int = 0, for duration: Duration) -> Plan<Int> {
        let url = URL(string: "http://example.org/\(number)")!
        return Plan.wait(for: duration).flatMap { Plan.send(Request(url: url)) }
            .limited(to: limit, under: "key", priority: priority).map { _ in number }
    }

    private func order(_ requests: [Request]) -> [String] { requests.map(\.url.lastPathComponent) }

    @Test(arguments: 1...5) func `a limited number runs at once, and the others when a permit is free`(limit: Int)
        throws
    {
        var run = DryRun { _ in Response() }
        let plans = (0..<10).map { Self.run($0, limit: limit, for: .seconds(1)) }
        #expect(try run.load(all(plans)) == Array(0..<10))
        #expect(run.elapsed == .seconds((10 + limit - 1) / limit))
        #expect(order(run.requests) == (0..<10).map { "\($0)" })
    }

    @Test func `limits of different numbers are counted apart`() throws {
        var run = DryRun { _ in Response() }
        let (wide, narrow) = (
            (0..<4).map { Self.run($0, limit: 4, for: .seconds(1)) },
            (4..<6).map { Self.run($0, limit: 1, for: .seconds(1)) }
        )
        _ = try run.load(all(narrow + wide))
        #expect(run.elapsed == .seconds(2), "the wide ones don't wait for the narrow ones")
        #expect(order(run.requests) == ["4", "0", "1", "2", "3", "5"])
    }

    @Test func `a waiter with a higher priority goes first, then the earliest one`() throws {
        var run = DryRun { _ in Response() }
        let priorities = [0, 0, 5, -1, 5, 0, 9]
        let plans = priorities.enumerated().map { Self.run($0, limit: 1, priority: $1, for: .seconds(1)) }
        _ = try run.load(all(plans))
        #expect(order(run.requests) == ["0", "6", "2", "4", "1", "5", "3"])
    }

    @Test func `a run that fails, or is dropped, gives its permit back`() throws {
        struct Refused: Error {}
        var run = DryRun { request in
            if request.url.lastPathComponent == "0" { throw Refused() }
            return Response()
        }
        let failing = Self.run(0, limit: 1, for: .seconds(1)).recover { _ in Plan.value(-1) }
        #expect(try run.load(zip(failing, Self.run(1, limit: 1, for: .zero))) == (-1, 1))
        // The one that holds the room is dropped, since its sibling fails; the third one is let in.
        let dropped = zip(
            Self.run(2, limit: 1, for: .seconds(100)),
            Plan.wait(for: .seconds(1)).flatMap {
                Plan<Int>.failure(Refused())
            }
        ).map { _ in 0 }.recover { _ in Plan.value(7) }
        let late = Plan.wait(for: .milliseconds(500)).flatMap { Self.run(3, limit: 1, for: .seconds(1)) }
        #expect(try run.load(zip(dropped, late)) == (7, 3))
        #expect(run.elapsed == .seconds(3))
    }

    @Test func `what is asked for under the same key from within is not counted again`() throws {
        var run = DryRun { _ in Response(body: Data("a".utf8)) }
        let url = URL(string: "http://example.org/")!
        let inner = Plan.send(Request(url: url)).limited(to: 1, under: "key")
        let outer = inner.flatMap { _ in inner }.limited(to: 1, under: "key")
        #expect(try run.load(outer).body == Data("a".utf8))
    }

    @Test func `live, no more than the limit run at once, and all end`() async throws {
        let gauge = Gauge()
        let webservice = Webservice(
            transport: FunctionTransport { _ in
                gauge.enter()
                try await Task.sleep(for: .milliseconds(2))
                gauge.leave()
                return Response()
            })
        let plans = (0..<60).map { Self.run($0, limit: 3, priority: $0 % 4, for: .zero) }
        #expect(try await webservice.load(all(plans)).count == 60)
        #expect(gauge.highest == 3)
        #expect(gauge.now == 0)
    }

    @Test func `live, a load that is canceled while it waits or runs leaves its permit to others`() async throws {
        let isHeld = Locked(false)
        let webservice = Webservice(
            transport: FunctionTransport { request in
                if request.url.lastPathComponent == "0" { isHeld.withLock { $0 = true } }
                try await Task.sleep(for: request.url.lastPathComponent == "0" ? .seconds(600) : .milliseconds(1))
                return Response()
            })
        let holding = Task { try await webservice.load(Self.run(0, limit: 1, for: .zero)) }
        while !isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        let waiting = (1...20).map { number in
            Task { try await webservice.load(Self.run(number, limit: 1, for: .zero)) }
        }
        while webservice.waitingCount < 20 { try await Task.sleep(for: .milliseconds(1)) }
        for task in waiting.prefix(10) { task.cancel() }
        for task in waiting.prefix(10) {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        holding.cancel()
        for (index, task) in waiting.enumerated().dropFirst(10) { #expect(try await task.value == index + 1) }
    }
}

/// How many are inside at once.
private final class Gauge: Sendable {
    private let state = Locked((now: 0, highest: 0))
    var now: Int { state.withLock { $0.now } }
    var highest: Int { state.withLock { $0.highest } }
    func enter() { state.withLock { $0 = ($0.now + 1, max($0.highest, $0.now + 1)) } }
    func leave() { state.withLock { $0.now -= 1 } }
}

/// A transport whose answers may take their time.
private struct FunctionTransport: Transport {
    let answer: @Sendable (Request) async throws -> Response
    func send(_ request: Request) async throws -> Response { try await answer(request) }
}
