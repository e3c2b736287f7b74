import ExampleSupport
import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// Records durations, as a metrics system would.
private struct Histogram: Sendable {
    let recorded = Guarded<[[String: SpanValue]]>([])

    func record(_ duration: Duration, _ attributes: [String: SpanValue]) {
        #expect(duration >= .zero && attributes["url.full"] == nil)
        recorded.withLock { $0.append(attributes) }
    }
}

// The snippets of "Tracing".
@Suite(.permit) struct TracingSnippetTests {
    private let transport = StubTransport { _ in Response() }
    private let episode = Resource<Data>(url: URL(string: "https://api.example.org/episodes/7")!)

    @Test func `a span for each exchange`() async throws {
        let webservice = Webservice(
            baseURL: api, policies: [.tracing(), .retry(upTo: 3)],
            observers: [.spans { span in print(span) }],
            transport: transport)
        _ = try await webservice.load(episode)

        #expect(transport.requests.first?.headerFields["traceparent"] != nil)
    }

    @Test func `one trace for all attempts`() throws {
        var sent = 0
        let count = { (_: Request) -> Int in
            sent += 1
            return sent
        }

        var run = DryRun(policies: [.retry(upTo: 1), .tracing()]) { request in
            Response(status: count(request) == 1 ? 503 : 200)
        }
        _ = try run.load(episode)

        let contexts = run.requests.compactMap { TraceContext($0.headerFields) }
        #expect(Set(contexts.map(\.traceID)).count == 1)
        #expect(Set(contexts.map(\.spanID)).count == 2)
    }

    @Test func `a trace is continued`() async throws {
        let webservice = Webservice(policies: [.tracing()], transport: transport)
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let incoming = Request(url: api, headerFields: ["traceparent": parent])

        let context = TraceContext(incoming.headerFields)
        let value = try await webservice.load(episode.trace(context))

        #expect(value.isEmpty)
        let sent = try #require(transport.requests.first)
        #expect(TraceContext(sent.headerFields)?.traceID == context?.traceID)
    }

    @Test func `one trace for several requests`() throws {
        let profile = Resource<Data>(url: URL(string: "https://api.example.org/profile")!)

        let plan = Plan.newTrace.flatMap { trace in
            zip(episode, profile).trace(trace)
        }

        var run = DryRun(policies: [.tracing()]) { _ in Response() }
        _ = try run.load(plan)
        #expect(Set(run.requests.compactMap { TraceContext($0.headerFields)?.traceID }).count == 1)
    }

    @Test func `scopes, templates and metrics`() async throws {
        let histogram = Histogram()

        let own = Policy.tracing(to: .origins([api]))

        let templated = episode.urlTemplate("/episodes/{id}")

        let durations = LoadObserver.spans { span in
            guard let duration = span.duration else { return }
            histogram.record(duration, span.metricAttributes)
        }

        let webservice = Webservice(policies: [own], observers: [durations], transport: transport)
        _ = try await webservice.load(templated)
        let other = Resource<Data>(url: URL(string: "https://other.example/episodes/7")!)
        _ = try await Webservice(policies: [own], transport: transport).load(other)

        #expect(transport.requests.map(\.url) == [episode.request.url, other.request.url])
        #expect(transport.requests.map { $0.headerFields.contains("traceparent") } == [true, false])
        let recorded = histogram.recorded.withLock { $0 }
        #expect(recorded.count == 1)
        #expect(recorded.first?["url.template"] == .string("/episodes/{id}"))
        #expect(recorded.first?["server.address"] == .string("api.example.org"))
    }
}
