import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct RetryTests {
    /// How often a request is sent, and how long the waits are, when every answer is the same.
    private func attempts(
        upTo limit: Int = 3, method: Request.Method = .get, _ respond: @escaping () throws -> Response
    ) -> (count: Int, elapsed: Duration, outcome: Result<Response, any Error>) {
        var run = DryRun(policies: [.steadyRetry(upTo: limit)]) { _ in try respond() }
        let outcome = Result { try run.load(Plan.send(Request(url: Sample.url, method: method))) }
        return (run.requests.count, run.elapsed, outcome)
    }

    @Test func `of all statuses exactly those that may pass are tried again`() throws {
        let passing = [408, 425, 429, 500, 502, 503, 504]
        for code in 100...999 {
            let status = try #require(Response.Status(code))
            let (count, elapsed, outcome) = attempts { Response(status: status) }
            #expect(count == (passing.contains(code) ? 4 : 1), "\(code)")
            #expect(elapsed == (passing.contains(code) ? .milliseconds(700) : .zero), "\(code)")
            #expect(try outcome.get().status == status, "the last outcome stands")
        }
    }

    @Test func `an idempotent method is tried again`() {
        let cases: [Request.Method] = [.get, .head, .put, .delete, .options, .trace, .query]
        for method in cases {
            #expect(attempts(method: method) { Response(status: 503) }.count == 4, "\(method)")
            #expect(
                attempts(method: method) { throw TransportError(.timedOut, "the request timed out") }.count == 4,
                "\(method)")
        }
    }

    @Test(arguments: [.post, .patch, "LOCK", "get"] as [Request.Method])
    func `any other method is sent once`(method: Request.Method) {
        #expect(attempts(method: method) { Response(status: 503) }.count == 1)
        #expect(attempts(method: method) { throw TransportError(.timedOut, "the request timed out") }.count == 1)
    }

    @Test func `an error of the transport is tried again when it may pass`() {
        let cases: [(TransportError.Kind, Bool)] = [
            (TransportError.Kind.cannotResolveHost, true), (.cannotConnect, true), (.timedOut, true),
            (.connectionLost, true), (.malformedResponse, true), (.other, true), (.insecure, false), (.tooLarge, false),
            (.cannotRedirect, false), (.unavailable, false),
        ]
        for (kind, isTried) in cases {
            let (count, _, outcome) = attempts { throw TransportError(kind, "no") }
            #expect(count == (isTried ? 4 : 1), "\(kind)")
            let error = #expect(throws: LoadError.self, "\(kind)") { try outcome.get() }
            #expect((error?.underlyingError as? TransportError)?.kind == kind, "\(kind)")
        }
    }

    @Test func `a request that can't be sent is not tried again`() {
        var run = DryRun(policies: [.retry(upTo: 3)]) { _ in Response() }
        let request = Request(url: Sample.url, headerFields: ["Content-Length": "1"])
        #expect(throws: LoadError.self) { try run.load(Plan.send(request)) }
        #expect(run.elapsed == .zero)
    }

    @Test func `cancellation is not tried again`() {
        let (count, elapsed, outcome) = attempts { throw CancellationError() }
        #expect(count == 1)
        #expect(elapsed == .zero)
        #expect(throws: CancellationError.self) { try outcome.get() }
    }

    @Test func `the first success ends it`() throws {
        for failures in 0...3 {
            var left = failures
            let (count, elapsed, outcome) = attempts {
                left -= 1
                return Response(status: left >= 0 ? 502 : 200)
            }
            #expect(count == failures + 1)
            #expect(elapsed == .milliseconds(100) * ((1 << failures) - 1))
            #expect(try outcome.get().status == 200)
        }
    }

    @Test func `the waits double, to a minute at most, and a limit can be any number`() {
        for limit in [-1, 0, 1, 2, 5, 9] {
            let (count, elapsed, _) = attempts(upTo: limit) { Response(status: 503) }
            #expect(count == max(limit, 0) + 1)
            #expect(elapsed == .milliseconds(100) * ((1 << max(limit, 0)) - 1))
        }
        let (count, elapsed, _) = attempts(upTo: 200) { Response(status: 503) }
        #expect(count == 201)
        let doubled = Duration.milliseconds(100 * 1023)
        let rest = Duration.seconds(60 * 190)
        #expect(elapsed == doubled + rest)
    }

    @Test func `a redirection within is part of one attempt`() throws {
        var run = DryRun(policies: [.retry(upTo: 1)]) { request in
            request.url == Sample.url ? Response(status: 302, headerFields: ["Location": "/x"]) : Response(status: 503)
        }
        _ = try run.load(Plan.send(Request(url: Sample.url)))
        #expect(run.requests.map(\.url.path) == ["/episodes", "/x", "/episodes", "/x"])
    }
}
