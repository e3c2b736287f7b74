import ResourcefulResilience
import ResourcefulTesting
import Testing

struct CircuitBreakerTests {
    private static let request = Request(url: Sample.url)
    private static let breaker = Policy.circuitBreaker(after: 3, cooldown: .seconds(10))

    private func decisions(_ run: DryRun) -> [String] {
        run.events.compactMap { if case .decided(let decision) = $0.kind { decision.description } else { nil } }
    }

    @Test func `after a number of failures nothing is sent, then one request, then all`() throws {
        var isDown = true
        var run = DryRun(policies: [Self.breaker]) { _ in Response(status: isDown ? 503 : 200) }
        for _ in 0..<3 { #expect(try run.load(Plan.send(Self.request)).status == 503) }
        for _ in 0..<5 {
            let error = #expect(throws: LoadError.self) { try run.load(Plan.send(Self.request)) }
            #expect(error?.stage == .transport)
            #expect((error?.underlyingError as? TransportError)?.kind == .circuitOpen)
        }
        #expect(run.requests.count == 3)
        _ = try run.load(Plan.wait(for: .seconds(10)))
        #expect(try run.load(Plan.send(Self.request)).status == 503)
        #expect(throws: LoadError.self) { try run.load(Plan.send(Self.request)) }
        isDown = false
        _ = try run.load(Plan.wait(for: .seconds(10)))
        for _ in 0..<4 { #expect(try run.load(Plan.send(Self.request)).status == 200) }
        let (origin, last) = ("circuit: https://example.org:443", "(last failure: 503 Service Unavailable)")
        var expected = ["\(origin) failed 3 times in a row, no requests for 10 s \(last)"]
        expected += Array(repeating: "\(origin) failed too often, no requests for 10 s \(last)", count: 5)
        expected += [
            "circuit: trying https://example.org:443 again", "\(origin) still fails, no requests for 10 s \(last)",
            "\(origin) failed too often, no requests for 10 s \(last)",
            "circuit: trying https://example.org:443 again",
            "\(origin) has recovered",
        ]
        #expect(decisions(run) == expected)
    }

    @Test func `a success in between restarts the count`() throws {
        var number = 0
        var run = DryRun(policies: [Self.breaker]) { _ in
            number += 1
            return Response(status: number % 3 == 0 ? 404 : 503)
        }
        for _ in 0..<30 { _ = try run.load(Plan.send(Self.request)) }
        #expect(run.requests.count == 30)
    }

    @Test func `another origin has a circuit of its own`() throws {
        var run = DryRun(policies: [Self.breaker]) { request in
            Response(status: request.url.host() == "example.org" ? 500 : 200)
        }
        for _ in 0..<3 { _ = try run.load(Plan.send(Self.request)) }
        #expect(throws: LoadError.self) { try run.load(Plan.send(Self.request)) }
        #expect(try run.load(Plan.send(Request(url: URL(string: "https://example.org:8443/")!))).status == 500)
        #expect(try run.load(Plan.send(Request(url: URL(string: "https://example.com/")!))).status == 200)
    }

    @Test func `of many at once one is let through half open, and one that was canceled does not keep the others out`()
        throws
    {
        struct Refused: Error {}
        var isDown = true
        var run = DryRun(policies: [Self.breaker, .changingAfter(.seconds(1))]) { _ in
            Response(status: isDown ? 503 : 200)
        }
        for _ in 0..<3 { _ = try run.load(Plan.send(Self.request)) }
        isDown = false
        _ = try run.load(Plan.wait(for: .seconds(10)))
        let cancelled = zip(Plan.send(Self.request), Plan.wait(for: .milliseconds(1)).map { throw Refused() })
        #expect(throws: Refused.self) { try run.load(cancelled) }
        #expect(throws: LoadError.self) { try run.load(Plan.send(Self.request)) }
        _ = try run.load(Plan.wait(for: .seconds(10)))
        let many = (0..<5).map { _ in
            Plan.send(Self.request.alone()).map { _ in true }.recover { _ in Plan.value(false) }
        }
        #expect(try run.load(all(many)) == [true, false, false, false, false])
        #expect(try run.load(all(many)) == [true, true, true, true, true])
    }

    @Test func `a request that can't be sent says nothing of the server`() throws {
        var run = DryRun(policies: [.circuitBreaker(after: 1, cooldown: .seconds(10))]) { _ in Response(status: 503) }
        let unsendable = Request(url: Sample.url, headerFields: ["Content-Length": "1"])
        for _ in 0..<3 {
            let error = #expect(throws: LoadError.self) { try run.load(Plan.send(unsendable)) }
            #expect(error?.stage == .request)
        }
        _ = try run.load(Plan.send(Self.request))
        _ = try run.load(Plan.wait(for: .seconds(10)))
        #expect(throws: LoadError.self) { try run.load(Plan.send(unsendable)) }
        #expect(try run.load(Plan.send(Self.request)).status == 503, "and the next one may try")
    }

    @Test func `a retry outside does not wait for an open circuit`() throws {
        var run = DryRun(policies: [.steadyRetry(upTo: 9), .circuitBreaker(after: 2)]) { _ in Response(status: 503) }
        #expect(throws: LoadError.self) { try run.load(Plan.send(Self.request)) }
        #expect(run.requests.count == 2)
        #expect(run.elapsed == .milliseconds(300))
    }
}

extension Policy {
    /// Sends each request after a while.
    fileprivate static func changingAfter(_ duration: Duration) -> Policy {
        Policy { request, next in Plan.wait(for: duration).flatMap { next(request) } }
    }
}
