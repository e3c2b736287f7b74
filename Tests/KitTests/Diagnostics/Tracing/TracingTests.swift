import ResourcefulDiagnostics
import ResourcefulResilience
import ResourcefulTesting
import TestSupport
import Testing

/// The trace of a load: one trace, and a span for each exchange.
struct TracingTests {
    private static let url = URL(string: "https://example.org/a")!
    private static let get = Request(url: url)
    private static let given = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private func contexts(_ run: DryRun) -> [TraceContext] { run.requests.compactMap { TraceContext($0.headerFields) } }

    /// What can repeat a request, each with the policies for it, the request, and the number of requests.
    private enum Repeat: String, CaseIterable {
        case redirect, otherOrigin, retry, refused, hedge, expectation, revalidation

        var policies: [Policy] {
            switch self {
            case .redirect, .otherOrigin, .expectation: []
            case .retry: [.steadyRetry(upTo: 2)]
            case .hedge: [.hedging(after: .milliseconds(100))]
            case .revalidation: [.cache()]
            case .refused:
                [
                    .bearer(for: url, token: Token("0", refreshToken: "r")) { _ in
                        Resource<Token>(Request(url: url.appending(path: "token"), method: .post)) { _ in Token("1") }
                    }
                ]
            }
        }

        var request: Request {
            self == .expectation
                ? Request(url: url, method: .put, body: .data(Data("a".utf8))).expectingContinue() : get
        }

        var count: Int { [.refused, .retry].contains(self) ? 3 : 2 }

        func answer(_ request: Request, _ number: Int, _ delay: inout Duration) -> Response {
            switch self {
            case .redirect: Response(status: number == 1 ? 302 : 200, headerFields: ["Location": "/b"])
            case .otherOrigin:
                Response(status: number == 1 ? 307 : 200, headerFields: ["Location": "https://other.example/"])
            case .retry: Response(status: number < 3 ? 503 : 200)
            case .refused: Response(status: request.headerFields["Authorization"] == "Bearer 0" ? 401 : 200)
            case .hedge: delayed(&delay, number == 1 ? 900 : 10)
            case .expectation: Response(status: number == 1 ? 417 : 200)
            case .revalidation:
                Response(
                    status: number == 1 ? 200 : 304, headerFields: ["ETag": "\"1\"", "Cache-Control": "no-cache"])
            }
        }

        private func delayed(_ delay: inout Duration, _ milliseconds: Int) -> Response {
            delay = .milliseconds(milliseconds)
            return Response()
        }
    }

    private func run(_ repeated: Repeat, _ tracing: [Policy], isFirst: Bool = true, seed: UInt64 = 1) throws -> DryRun {
        var number = 0
        let policies = isFirst ? tracing + repeated.policies : repeated.policies + tracing
        var run = DryRun(
            policies: policies,
            taking: { request, delay in
                number += 1
                return repeated.answer(request, number, &delay)
            })
        run.randomNumbers = SplitMix64(seed: seed)
        _ = try run.load(Plan.send(repeated.request))
        if repeated == .revalidation { _ = try run.load(Plan.send(repeated.request)) }
        return run
    }

    @Test(arguments: Repeat.allCases, [true, false])
    private func `every exchange has its own span, wherever the policy stands`(repeated: Repeat, isFirst: Bool) throws {
        let run = try run(repeated, [.tracing()], isFirst: isFirst)
        let contexts = contexts(run)
        #expect(run.requests.count == repeated.count)
        #expect(contexts.count == repeated.count, "each has a traceparent")
        #expect(Set(contexts.map(\.spanID)).count == repeated.count)
        #expect(contexts.allSatisfy { $0.isSampled && $0.isRandom })
        // A refresh belongs to all loads, and the second load of the same is another one.
        #expect(Set(contexts.map(\.traceID)).count == ([.refused, .revalidation].contains(repeated) ? 2 : 1))
        #expect(try self.run(repeated, [.tracing()], isFirst: isFirst).requests == run.requests, "deterministic")
        #expect(try self.run(repeated, [.tracing()], isFirst: isFirst, seed: 2).requests != run.requests)
    }

    @Test(arguments: Repeat.allCases)
    private func `nothing but the fields and the numbers is different from a load without it`(
        repeated: Repeat
    ) throws {
        let (plain, traced) = (try run(repeated, []), try run(repeated, [.tracing()]))
        #expect(plain.requests.map(\.description) == traced.requests.map(\.description))
        #expect(plain.requests.map(\.headerFields) == traced.requests.map(\.shared.headerFields))
        #expect(plain.elapsed == traced.elapsed)
        let kinds = { (run: DryRun) in
            run.events.map(\.kind).compactMap { kind -> String? in
                if case .drewNumber = kind { nil } else { "\(DryRun.Event(kind, at: .zero))" }
            }
        }
        #expect(kinds(plain) == kinds(traced))
    }

    @Test func `the identifiers are the plan's random numbers, in order`() throws {
        var run = DryRun(policies: [.tracing()]) { _ in Response() }
        run.randomNumbers = Counting()
        _ = try run.load(Plan.send(Self.get))
        _ = try run.load(Plan.send(Self.get))
        #expect(
            run.requests.map { $0.headerFields["traceparent"] } == [
                "00-00000000000000010000000000000002-0000000000000003-03",
                "00-00000000000000040000000000000005-0000000000000006-03",
            ])
    }

    @Test func `a zero that is drawn becomes one, because no identifier is zero`() throws {
        var run = DryRun(policies: [.tracing()]) { _ in Response() }
        run.randomNumbers = Zeros()
        _ = try run.load(Plan.send(Self.get))
        #expect(
            run.requests[0].headerFields["traceparent"] == "00-00000000000000000000000000000001-0000000000000001-03")
    }

    private struct Zeros: RandomNumberGenerator {
        mutating func next() -> UInt64 { 0 }
    }

    @Test func `a given trace is continued, with its flags and its state`() throws {
        let context = TraceContext(traceparent: Self.given, tracestate: ["rojo=1,congo=2"])
        var byField = Self.get
        byField.headerFields["traceparent"] = Self.given
        byField.headerFields["tracestate"] = "rojo=1,congo=2"
        for request in [Self.get.trace(context), byField, byField.trace(TraceContext(traceparent: "00-1"))] {
            var run = DryRun(policies: [.tracing(sampling: 0)]) { _ in Response() }
            _ = try run.load(Plan.send(request))
            let sent = try #require(contexts(run).first)
            #expect(sent.traceID == context?.traceID && sent.spanID != context?.spanID && sent.flags == 1)
            #expect(run.requests[0].headerFields["tracestate"] == "rojo=1,congo=2")
            #expect(ClientSpan(sending: run.requests[0], at: Date()).parentID == context?.spanID)
        }
    }

    @Test(arguments: ["", "00-1", Self.given.uppercased(), "\(Self.given), \(Self.given)"])
    func `an invalid traceparent is replaced, and its tracestate is dropped`(text: String) throws {
        var run = DryRun(policies: [.tracing()]) { _ in Response() }
        _ = try run.load(Plan.send(Self.get.header("traceparent", text).header("tracestate", "rojo=1")))
        #expect(contexts(run).count == 1)
        #expect(run.requests[0].headerFields["traceparent"]?.contains("4bf92f") == false)
        #expect(run.requests[0].headerFields["tracestate"] == nil)
    }

    @Test func `a scope says which origins get which field`() {
        let cases: [(TraceScope, String)] = [
            (.standard, "both parent"), (.everywhere, "both both"), (.firstOrigin, "both none"),
            (.origins([Self.url]), "both none"), (.origins([URL(string: "https://other.example")!]), "none both"),
        ]
        checkEach(cases) { scope, expected in
            var run = DryRun(policies: [.tracing(to: scope)]) { request in
                request.url.host() == "other.example"
                    ? Response() : Response(status: 307, headerFields: ["Location": "https://other.example/"])
            }
            let context = TraceContext(traceparent: Self.given, tracestate: ["rojo=1"])
            _ = try run.load(Plan.send(Self.get.trace(context)))
            let sent = run.requests.map { request in
                switch (request.headerFields.contains("traceparent"), request.headerFields.contains("tracestate")) {
                case (true, true): "both"
                case (true, false): "parent"
                case (false, false): "none"
                case (false, true): "state"
                }
            }
            #expect(sent.joined(separator: " ") == expected, "\(scope)")
        }
    }

    @Test func `equal requests of different traces are sent once`() throws {
        var run = DryRun(
            policies: [.tracing()],
            taking: { _, delay in
                delay = .seconds(1)
                return Response()
            })
        _ = try run.load(zip(Plan.send(Self.get), Plan.send(Self.get.urlTemplate("/a")), Plan.send(Self.get)))
        #expect(run.requests.count == 1)
        // Without the policy, a field of one's own makes a request another one, as any field does.
        run = DryRun { _ in Response() }
        _ = try run.load(zip(Plan.send(Self.get), Plan.send(Self.get.header("traceparent", Self.given))))
        #expect(run.requests.count == 2)
    }

    @Test func `a cached response draws no span`() throws {
        var run = DryRun(policies: [.tracing(), .cache()]) { _ in
            Response(headerFields: ["Cache-Control": "max-age=60"])
        }
        for _ in 0..<2 { _ = try run.load(Plan.send(Self.get)) }
        #expect(run.requests.count == 1)
    }

    @Test func `the share of sampled traces is decided by their identifiers`() throws {
        for share in [0, 0.25, 1] {
            var run = DryRun(policies: [.tracing(sampling: share)]) { _ in Response() }
            for _ in 0..<400 { _ = try run.load(Plan.send(Self.get.alone())) }
            let sampled = Double(contexts(run).count { $0.isSampled }) / 400
            #expect(abs(sampled - share) < 0.08, "\(share)")
        }
        for share in [-0.1, 1.1, .nan] {
            var run = DryRun(policies: [.tracing(sampling: share)]) { _ in Response() }
            #expect(throws: LoadError.self) { try run.load(Plan.send(Self.get)) }
        }
    }

    @Test func `one trace for a whole plan`() throws {
        var run = DryRun(policies: [.tracing()]) { _ in Response() }
        _ = try run.load(
            Plan.newTrace.flatMap { trace in
                Plan.send(Self.get).flatMap { _ in Plan.send(Self.get.path("b")) }.trace(trace)
            })
        #expect(Set(contexts(run).map(\.traceID)).count == 1 && Set(contexts(run).map(\.spanID)).count == 2)
        #expect(Set(run.requests.map { ClientSpan(sending: $0, at: Date()).parentID }).count == 1)
    }

    @Test func `a signature does not cover the fields`() throws {
        let signing = Policy(named: "own", perHop: true) { request, next in
            next(request.header("X-Signed", request.headerFields.map(\.name.rawName).joined(separator: " ")))
        }
        var run = DryRun(policies: [.tracing(), signing]) { _ in Response() }
        _ = try run.load(Plan.send(Self.get.header("traceparent", Self.given)))
        #expect(run.requests[0].headerFields["X-Signed"]?.contains("trace") == false)
    }

    @Test func `the order of a load and an explanation name it`() throws {
        let policies: [Policy] = [.retry(), .tracing(to: .everywhere)]
        let run = DryRun(policies: policies) { _ in Response() }
        #expect(run.loadOrder.description.contains("tracing    a span for each exchange, to all origins"))
        #expect(run.loadOrder.warnings.isEmpty)
        #expect(try run.explain(Plan.send(Self.get)).description.contains("a span for each exchange"))
    }

    private struct Counting: RandomNumberGenerator {
        var count: UInt64 = 0

        mutating func next() -> UInt64 {
            count += 1
            return count
        }
    }
}
