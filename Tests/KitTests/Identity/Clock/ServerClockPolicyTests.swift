import Foundation
import ResourcefulTesting
import Testing

@testable import ResourcefulIdentity

struct ServerClockPolicyTests {
    static let url = URL(string: "https://example.org/x")!
    static let noon = Date(timeIntervalSince1970: 1_800_000_000.25)
    static let name = "~server-clock https://example.org:443"

    /// A server whose clock is off, and a network that takes its time, up and down, as it likes.
    static func server(offset: Double, latency: Double) -> Policy {
        Policy { request, next in
            delay(latency).flatMap { next(request) }.flatMap { stamped($0, offset: offset) }.flatMap { response in
                delay(latency).map { response }
            }
        }
    }

    private static func stamped(_ response: Response, offset: Double) -> Plan<Response> {
        Plan.now.map { now in
            var response = response
            response.headerFields.date = now + offset
            return response
        }
    }

    private static func delay(_ most: Double) -> Plan<Void> {
        Plan.random.flatMap { number -> Plan<Void> in
            let share = Double(number >> 11) / 0x1p53
            return Plan.wait(for: .seconds(most * share))
        }
    }

    static func run(_ policies: Policy..., store: [String: StoreEntry] = [:]) -> DryRun {
        var run = DryRun(policies: policies) { _ in Response() }
        run.start = noon
        run.store = store
        return run
    }

    static let offsets = Effort.isReduced ? [-10_800, 2.75] : [-10_800, -1.5, -0.4, 0, 0.4, 2.75, 300, 1e8]

    @Test func `the error is within its bound, and shrinks`() {
        for offset in Self.offsets {
            checkEach([0, 0.02, 0.3, 4] as [Double]) { latency in
                var run = Self.run(.serverClock(), Self.server(offset: offset, latency: latency))
                var pauses = SplitMix64(seed: 9)
                var clock: ServerClock?
                for _ in 0..<200 {
                    _ = try run.load(Plan.send(Request(url: Self.url)))
                    let now = try run.load(Plan.now)
                    clock = try run.load(Plan.serverClock(of: Self.url))
                    let found = try #require(clock, "\(offset), \(latency)")
                    let error = abs(found.offset / .seconds(1) - offset)
                    #expect(error <= found.uncertainty(at: now) / .seconds(1) + 1e-6, "\(offset), \(latency)")
                    let time = try run.load(Plan.serverTime(of: Self.url))
                    #expect(
                        abs(time.timeIntervalSince(now) - offset) <= found.uncertainty(at: now) / .seconds(1) + 1e-6,
                        "\(offset), \(latency)")
                    try run.load(Plan.wait(for: .seconds(Double.random(in: 0...5, using: &pauses))))
                }
                let uncertainty = try #require(clock, "\(offset), \(latency)").uncertainty / .seconds(1)
                #expect(
                    uncertainty < 0.15 + latency / 2,
                    "\(offset), \(latency): after many, the second is cut fine: \(uncertainty)")
                let writes = run.events.filter { if case .wrote = $0.kind { true } else { false } }
                #expect((1...20).contains(writes.count), "\(offset), \(latency): \(writes.count) writes for 200 loads")
            }
        }
    }

    @Test func `without knowledge it is our time`() throws {
        var run = Self.run()
        #expect(try run.load(Plan.serverTime(of: Self.url)) == Self.noon)
        #expect(try run.load(Plan.serverClock(of: Self.url)) == nil)
        #expect(try run.load(Plan.serverTime(of: URL(string: "file:///x")!)) == Self.noon)
        run.store[Self.name] = StoreEntry(data: Data("nonsense".utf8), date: Self.noon)
        #expect(try run.load(Plan.serverTime(of: Self.url)) == Self.noon)
    }

    @Test func `each origin has its own clock, under a documented name`() throws {
        var run = Self.run(.serverClock(), Self.server(offset: 60, latency: 0))
        _ = try run.load(Plan.send(Request(url: Self.url)))
        #expect(Array(run.store.keys) == [Self.name] && ServerClock.entryName(of: Self.url) == Self.name)
        #expect(try run.load(Plan.serverTime(of: URL(string: "https://other.org")!)) == Self.noon)
        let time = try run.load(Plan.serverTime(of: URL(string: "HTTPS://EXAMPLE.org:443/y")!))
        #expect(abs(time.timeIntervalSince(Self.noon) - 60) <= 0.51)
    }

    @Test func `a day later the estimate is forgotten`() throws {
        var run = Self.run(.serverClock(), Self.server(offset: 60, latency: 0))
        _ = try run.load(Plan.send(Request(url: Self.url)))
        try run.load(Plan.wait(for: .seconds(86_500)))
        #expect(try run.load(Plan.serverTime(of: Self.url)) == Self.noon + 86_500)
    }

    @Test func `one response of another clock changes nothing, two do`() throws {
        let record = ServerClockRecord(ServerClock(offset: .zero, uncertainty: .milliseconds(100), measured: Self.noon))
        var run = Self.run(.serverClock(), Self.server(offset: 600, latency: 0.1), store: [Self.name: record.entry])
        _ = try run.load(Plan.send(Request(url: Self.url)))
        #expect(try #require(try run.load(Plan.serverClock(of: Self.url))).offset == .zero)
        _ = try run.load(Plan.send(Request(url: Self.url)))
        #expect(try #require(try run.load(Plan.serverClock(of: Self.url))).offset > .seconds(598))
    }

    @Test func `the response and a failure pass through as they are`() throws {
        var run = DryRun(policies: [.serverClock()]) { _ in
            Response(status: 503, headerFields: ["Age": "1", "Date": "x"])
        }
        #expect(try run.load(Plan.send(Request(url: Self.url))).status == 503)
        #expect(run.store.isEmpty)
        var broken = DryRun(policies: [.serverClock()]) { _ in throw TransportError(.timedOut, "no answer") }
        #expect(throws: LoadError.self) { try broken.load(Plan.send(Request(url: Self.url))) }
    }
}
