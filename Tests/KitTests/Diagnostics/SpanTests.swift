import Foundation
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// The spans that an observer receives.
struct SpanTests {
    private static let url = URL(string: "https://example.org/a")!

    /// The spans of a load, however it ends, in the order in which they ended, and the requests that were sent.
    private func spans(
        _ loadable: some Loadable<Response>, _ policies: [Policy],
        _ answer: @escaping @Sendable (Request, Int) throws -> Response
    ) async -> (spans: [ClientSpan], requests: [Request]) {
        let (spans, sent) = (Locked<[ClientSpan]>([]), Locked<[Request]>([]))
        let webservice = Webservice(
            policies: policies, observers: [.spans { span in spans.withLock { $0.append(span) } }],
            transport: StubTransport { request in
                let number = sent.withLock { sent in
                    sent.append(request)
                    return sent.count
                }
                return try answer(request, number)
            })
        _ = try? await webservice.load(loadable)
        return (spans.withLock { $0 }, sent.withLock { $0 })
    }

    private func counts(_ spans: [ClientSpan]) -> [SpanValue?] {
        spans.map { $0.attributes["http.request.resend_count"] }
    }

    private static let steady = Policy.retry(
        RetryRule(upTo: 2, waits: .exponential(from: .zero, upTo: .zero, jitter: .none), budget: nil))

    @Test(arguments: [[], [.tracing()]] as [[Policy]])
    func `redirects, retries and repeats after a 401 are counted together`(tracing: [Policy]) async {
        let bearer = Policy.bearer(for: Self.url, token: Token("0", refreshToken: "r")) { _ in
            Resource<Token>(Request(url: Self.url.appending(path: "token"), method: .post)) { _ in Token("1") }
        }
        let (spans, requests) = await spans(Plan.send(Request(url: Self.url)), [Self.steady, bearer] + tracing) {
            request, number in
            switch number {
            case 1: Response(status: 302, headerFields: ["Location": "/b"])
            case 2: Response(status: 503)
            case 3: Response(status: 401)
            default: Response()
            }
        }
        // The fourth is the refresh, a request of its own.
        #expect(counts(spans) == [nil, 1, 2, nil, 3])
        #expect(spans.map { $0.attributes["http.response.status_code"] } == [302, 503, 401, 200, 200])
        #expect(spans.map(\.context?.traceparent) == requests.map { $0.headerFields["traceparent"] })
        #expect(spans.map(\.status) == [.unset, .error, .error, .unset, .unset])
    }

    @Test func `a redirect without policies is counted, and a plan's next request starts over`() async {
        let plan = Plan.send(Request(url: Self.url)).flatMap { _ in
            Plan.send(Request(url: Self.url.appending(path: "c")))
        }
        let (spans, _) = await spans(plan, []) { request, number in
            Response(status: number % 2 == 1 ? 302 : 200, headerFields: ["Location": "/b"])
        }
        #expect(counts(spans) == [nil, 1, nil, 1])
    }

    @Test func `a second request after a lost connection is counted`() async {
        let (spans, _) = await spans(Plan.send(Request(url: Self.url)), [.tracing(), Self.steady]) { _, number in
            if number == 1 { throw TransportError(.connectionLost, "hunter2") }
            return Response()
        }
        #expect(counts(spans) == [nil, 1])
        #expect(spans.first?.attributes["error.type"] == "connectionLost")
        #expect(spans.allSatisfy { $0.duration != nil })
    }

    @Test func `a response from the cache has no span`() async throws {
        let spans = Locked(0)
        let webservice = Webservice(
            policies: [.tracing(), .cache()], observers: [.spans { _ in spans.withLock { $0 += 1 } }],
            transport: StubTransport { _ in Response(headerFields: ["Cache-Control": "max-age=60"]) })
        for _ in 0..<3 { _ = try await webservice.load(Resource<Data>(url: Self.url)) }
        #expect(spans.withLock { $0 } == 1)
    }

    @Test func `requests that differ in their traces alone are sent once`() async throws {
        let (sent, gate) = (Locked(0), AsyncStream<Void>.makeStream())
        let webservice = Webservice(
            policies: [.tracing()],
            transport: WaitingTransport { _ in
                sent.withLock { $0 += 1 }
                for await _ in gate.stream {}
                return Response()
            })
        async let loads = webservice.load(
            zip(
                Resource<Data>(url: Self.url),
                Resource<Data>(url: Self.url).trace(
                    TraceContext(
                        traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))))
        #expect(await eventually { sent.withLock { $0 } == 1 && webservice.waitingCount == 1 })
        gate.continuation.finish()
        _ = try await loads
        #expect(sent.withLock { $0 } == 1)
    }

    @Test func `no secret is in the span of a load`() async {
        let url = URL(string: "https://example.org/a?access_token=hunter2canary")!
        let request = Request(url: url, headerFields: ["X-Api-Key": "hunter2canary"])
        let seen = Locked("")
        let options = SpanOptions(requestFields: ["X-Api-Key"], responseFields: ["X-Echo", "Set-Cookie"])
        let webservice = Webservice(
            policies: [.tracing(), Self.steady],
            observers: [
                .spans(including: options) { span in
                    seen.withLock { _ = dump(span, to: &$0) }
                }
            ],
            transport: StubTransport { _ in
                Response(status: 503, headerFields: ["X-Echo": "hunter2canary", "Set-Cookie": "a=hunter2canary"])
            })
        _ = try? await webservice.load(Plan.send(request))
        #expect(seen.withLock { $0.contains("http.response.header.x-echo") && !$0.contains("hunter2canary") })
    }
}
