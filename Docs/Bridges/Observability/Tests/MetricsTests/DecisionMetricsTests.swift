import CoreMetrics
import Foundation
import MetricsTestKit
import ResourcefulDiagnostics
import ResourcefulMetrics
import ResourcefulResilience
import ResourcefulTesting
import Synchronization
import Testing

/// What policies decide, as metrics, and what metrics cost.
struct DecisionMetricsTests {
    private static let url = URL(string: "https://example.org/episodes/7?access_token=hunter2")!
    private static let noWait = RetryRule(upTo: 1, waits: .constant(.zero))

    private static func dimensions(_ kind: String, _ action: String? = nil) -> [(String, String)] {
        (action.map { [("action", $0)] } ?? [])
            + [("kind", kind), ("server.address", "example.org"), ("server.port", "443")]
    }

    @Test func `cache hits, misses and stale responses are counted, and retries, with their waits`() async throws {
        let metrics = TestMetrics()
        let count = Atomic(0)
        let webservice = Webservice(
            policies: [.cache(), .retry(Self.noWait)], observers: [.metrics(metrics)],
            transport: StubTransport { _ in
                // The first two are good: one for an hour, one not at all.
                let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
                if number > 1 { return Response(status: 503) }
                let age = number == 0 ? 3600 : 0
                return Response(headerFields: ["Cache-Control": "max-age=\(age), stale-if-error=60", "ETag": "\"1\""])
            })
        for _ in 0..<3 { _ = try await webservice.load(Resource<Data>(url: Self.url)) }
        for _ in 0..<2 { _ = try await webservice.load(Resource<Data>(url: Self.url.appending(path: "stale"))) }
        func decisions(_ kind: String, _ action: String) throws -> Int64 {
            try metrics.expectCounter("resourceful.client.decisions", Self.dimensions(kind, action)).totalValue
        }
        #expect(try decisions("cache", "missed") == 2)
        #expect(try decisions("cache", "hit") == 2)
        #expect(try decisions("cache", "stale-if-error") == 1)
        #expect(try decisions("retry", "repeated") == 1)
        #expect(try decisions("retry", "gave-up") == 1)
        let waits = try metrics.expectTimer("resourceful.client.wait.duration", Self.dimensions("retry"))
        #expect(waits.values == [0])
    }

    @Test func `the state of a circuit is 1 while it is open`() async throws {
        let metrics = TestMetrics()
        let isAway = Atomic(true)
        let webservice = Webservice(
            policies: [.circuitBreaker(after: 2, cooldown: .zero)], observers: [.metrics(metrics)],
            transport: StubTransport { _ in Response(status: isAway.load(ordering: .relaxed) ? 503 : 200) })
        for _ in 0..<2 { _ = try? await webservice.load(Resource<Data>(url: Self.url)) }
        isAway.store(false, ordering: .relaxed)
        _ = try await webservice.load(Resource<Data>(url: Self.url))
        let meter = try metrics.expectMeter("resourceful.client.circuit.open", Self.dimensions("circuit"))
        #expect(meter.values == [1, 0])
    }

    @Test func `a store that is away and back is told to an observer by hand`() throws {
        let metrics = TestMetrics()
        let observer = LoadObserver.metrics(metrics)
        for action: LoadDecision.Action in [.away, .back, .away] {
            observer(LoadEvent(load: 0, date: Date(), kind: .decided(LoadDecision(.store, action, "Redis"))))
        }
        #expect(try metrics.expectMeter("resourceful.store.away", [("kind", "store")]).values == [1, 0, 1])
        let counter = try metrics.expectCounter(
            "resourceful.client.decisions", [("action", "away"), ("kind", "store")])
        #expect(counter.totalValue == 2)
        // Each of several stores has a meter of its own.
        for (kind, action): (LoadDecision.Kind, LoadDecision.Action) in [("store a", .away), ("store b", .back)] {
            observer(LoadEvent(load: 0, date: Date(), kind: .decided(LoadDecision(kind, action, "Redis"))))
        }
        #expect(try metrics.expectMeter("resourceful.store.away", [("kind", "store a")]).values == [1])
        #expect(try metrics.expectMeter("resourceful.store.away", [("kind", "store b")]).values == [0])
    }

    @Test func `waits for permits are measured, with the length of the queue`() async throws {
        let metrics = TestMetrics()
        let gate = Gate()
        let webservice = Webservice(
            policies: [.limit(atOnce: 1)], observers: [.metrics(metrics)], transport: HeldTransport(gate: gate))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    _ = try await webservice.load(Resource<Data>(url: Self.url.appending(path: "\(number)")))
                }
            }
            // The gate opens when all of them are under way.
            while gate.count < 1 { await Task.yield() }
            for _ in 0..<1_000 { await Task.yield() }
            gate.open()
            try await group.waitForAll()
        }
        let waits = try metrics.expectTimer("resourceful.client.wait.duration", [("kind", "limit")])
        let lengths = try metrics.expectRecorder("resourceful.client.queue.length", [("kind", "limit")])
        #expect(waits.values.count == lengths.values.count && lengths.values.count <= 3)
        #expect(lengths.values.sorted() == (0..<lengths.values.count).map(Double.init))
    }

    @Test func `an instrument is made once, however many loads there are, and never without a reader`() async throws {
        let factory = CountingFactory()
        let webservice = Webservice(
            policies: [.retry(Self.noWait), .circuitBreaker()], observers: [.metrics(factory)],
            transport: StubTransport { _ in Response() })
        for _ in 0..<200 { _ = try await webservice.load(Resource<Data>(url: Self.url)) }
        #expect(factory.count == 2)
        // Addresses that nobody has limited: what is too much is one.
        for number in 0..<3_000 {
            _ = try await webservice.load(Resource<Data>(url: URL(string: "https://h\(number).example/")!))
        }
        #expect(factory.count <= 2 * 1_001)
    }
}

private final class CountingFactory: MetricsFactory {
    private let base = NOOPMetricsHandler.instance
    private let made = Atomic(0)

    var count: Int { made.load(ordering: .relaxed) }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        made.wrappingAdd(1, ordering: .relaxed)
        return base.makeCounter(label: label, dimensions: dimensions)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        made.wrappingAdd(1, ordering: .relaxed)
        return base.makeMeter(label: label, dimensions: dimensions)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        made.wrappingAdd(1, ordering: .relaxed)
        return base.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        made.wrappingAdd(1, ordering: .relaxed)
        return base.makeTimer(label: label, dimensions: dimensions)
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// Holds requests until it is open.
private final class Gate: Sendable {
    private let sent = Atomic(0)
    private let isOpen = Atomic(false)

    var count: Int { sent.load(ordering: .relaxed) }

    func open() { isOpen.store(true, ordering: .relaxed) }

    func pass() async {
        sent.wrappingAdd(1, ordering: .relaxed)
        while !isOpen.load(ordering: .relaxed) { await Task.yield() }
    }
}

private struct HeldTransport: Transport {
    let gate: Gate

    func send(_ request: Request) async throws -> Response {
        await gate.pass()
        return Response()
    }
}
