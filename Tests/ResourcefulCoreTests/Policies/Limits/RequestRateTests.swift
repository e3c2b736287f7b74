import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct RequestRateTests {
    private static func request(_ path: Int) -> Request { Request(url: URL(string: "https://example.org/\(path)")!) }

    /// When each request was sent, in order.
    private func times(_ run: DryRun) -> [Duration] {
        run.events.compactMap { if case .sent = $0.kind { $0.time } else { nil } }
    }

    private func paths(_ run: DryRun) -> [Int] { run.requests.compactMap { Int($0.url.lastPathComponent) } }

    @Test func `a number of requests go at once, and then one after each interval`() {
        for burst in [1, 2, 5] {
            checkEach([1, 4, 0.5] as [Double]) { rate in
                var run = DryRun(policies: [.rateLimit(perSecond: rate, burst: burst)]) { _ in Response() }
                _ = try run.load(all((0..<12).map { Plan.send(Self.request($0)) }))
                for (index, time) in times(run).enumerated() {
                    let expected = Duration.seconds(Double(max(0, index - burst + 1)) / rate)
                    #expect(abs((time - expected) / .seconds(1)) < 1e-3, "\(burst), \(rate): \(index): \(time)")
                }
                #expect(paths(run) == Array(0..<12), "\(burst), \(rate)")
            }
        }
    }

    @Test func `no second has more requests than the burst and the rate allow, whenever they come`() throws {
        for seed in 0..<40 as Range<UInt64> {
            var numbers = SplitMix64(seed: seed)
            var run = DryRun(policies: [.rateLimit(perSecond: 5, burst: 3)]) { _ in Response() }
            let plans = (0..<30).map { index in
                Plan.wait(for: .milliseconds(Int.random(in: 0..<4000, using: &numbers)))
                    .flatMap { Plan.send(Self.request(index)) }
            }
            _ = try run.load(all(plans))
            let times = times(run)
            #expect(times.count == 30)
            for (index, time) in times.enumerated() {
                let count = times[index...].prefix { $0 < time + .milliseconds(999) }.count
                #expect(count <= 3 + 5, "\(times)")
            }
        }
    }

    @Test func `waiters with a higher priority go first, then earlier ones`() throws {
        let priorities: [Request.Priority] = [.normal, .background, .high, .normal, 7, .high, .background]
        var run = DryRun(policies: [.rateLimit(perSecond: 1)]) { _ in Response() }
        let plans = priorities.enumerated().map { Plan.send(Self.request($0)).priority($1) }
        _ = try run.load(all(plans))
        #expect(paths(run) == [0, 2, 5, 4, 3, 1, 6])
    }

    @Test func `one that comes late with a higher priority waits for one token at most before its own`() throws {
        var run = DryRun(policies: [.rateLimit(perSecond: 1)]) { _ in Response() }
        let early = (0..<6).map { Plan.send(Self.request($0)) }
        let late = Plan.wait(for: .milliseconds(1500)).flatMap { Plan.send(Self.request(9).priority(.high)) }
        _ = try run.load(all(early + [late]))
        #expect(paths(run) == [0, 1, 2, 9, 3, 4, 5])
    }

    @Test func `one that gives up costs the others one token at most`() throws {
        struct Refused: Error {}
        var run = DryRun(policies: [.rateLimit(perSecond: 1)]) { _ in Response() }
        let impatient =
            (0..<4).map { Plan.send(Self.request($0)).map { _ in () } }
            + [Plan.wait(for: .milliseconds(500)).map { throw Refused() }]
        #expect(throws: Refused.self) { try run.load(all(impatient)) }
        _ = try run.load(Plan.send(Self.request(9)))
        #expect(run.requests.count == 2)
        #expect(run.elapsed <= .seconds(2) + .milliseconds(1))
    }

    @Test func `each origin and each rate has its own line, and several rates hold together`() throws {
        var run = DryRun(policies: [.rateLimit(perSecond: 10, burst: 10), .rateLimit(perSecond: 1, burst: 4)]) { _ in
            Response()
        }
        let other = URL(string: "https://example.com/")!
        _ = try run.load(all((0..<6).flatMap { [Self.request($0), Request(url: other)] }.map { Plan.send($0) }))
        #expect(abs((run.elapsed - .seconds(2)) / .seconds(1)) < 1e-3)
    }

    @Test func `a clock that was set back delays no request`() throws {
        var run = DryRun(policies: [.rateLimit(perSecond: 2, burst: 2)]) { _ in Response() }
        run.start = Date(timeIntervalSinceReferenceDate: 1_000_000)
        _ = try run.load(Plan.send(Self.request(0)))
        run.start = Date(timeIntervalSinceReferenceDate: 0)
        _ = try run.load(Plan.send(Self.request(1)))
        #expect(run.elapsed <= .milliseconds(501))
    }

    @Test func `a rate or a burst that makes no sense is an error, and an extreme one does no harm`() {
        let cases: [Double] = [0, -1, .nan, .infinity, -.infinity, 1e-300, 1e300]
        checkEach(cases) { rate in
            for burst in [Int.min, 0, 1, .max] {
                var run = DryRun(policies: [.rateLimit(perSecond: rate, burst: burst)]) { _ in Response() }
                guard rate > 0, rate.isFinite, burst > 0 else {
                    #expect(throws: LoadError.self, "\(rate)") { try run.load(Plan.send(Self.request(0))) }
                    continue
                }
                for index in 0..<3 { _ = try run.load(Plan.send(Self.request(index))) }
                #expect(run.requests.count == 3, "\(rate): \(burst)")
                #expect(run.elapsed <= .seconds(7201), "\(rate)")
            }
        }
    }

    @Test(arguments: 1...4) func `a limited number is under way at once, by priority`(limit: Int) throws {
        let slow = Policy { request, next in Plan.wait(for: .seconds(1)).flatMap { next(request) } }
        var run = DryRun(policies: [.limit(atOnce: limit), slow]) { _ in Response() }
        let plans = (0..<8).map { Plan.send(Self.request($0)).priority(.init(rawValue: $0)) }
        _ = try run.load(all(plans))
        #expect(run.elapsed == .seconds((8 + limit - 1) / limit))
        #expect(paths(run).dropFirst(limit) == Array((limit..<8).reversed())[...])
    }
}
