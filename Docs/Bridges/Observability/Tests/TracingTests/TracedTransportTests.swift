import Foundation
import InMemoryTracing
import Instrumentation
import ResourcefulDiagnostics
import ResourcefulResilience
import ResourcefulTesting
import ResourcefulTracing
import Testing
import Tracing

struct TracedTransportTests {
    private static let url = URL(string: "https://example.org/a")!

    private static let retry = Policy.retry(
        RetryRule(upTo: 2, waits: .exponential(from: .zero, upTo: .zero, jitter: .none), budget: nil))

    @Test func `each attempt and hop is a client span below the current one, and its fields are sent`() async throws {
        let (tracer, base) = (InMemoryTracer(), StubTransport(Self.redirectedOnceThenBusy))
        let webservice = Webservice(policies: [Self.retry], transport: TracedTransport(base, tracer: tracer))
        let parent = tracer.startSpan("screen")
        try await ServiceContext.$current.withValue(parent.context) {
            _ = try await webservice.load(Resource<Data>(url: Self.url))
        }
        parent.end()
        let spans = tracer.finishedSpans.filter { $0.kind == .client }
        #expect(tracer.activeSpans.isEmpty)
        #expect(spans.map(\.operationName) == ["GET", "GET", "GET", "GET"])
        #expect(Set(spans.map(\.parentSpanID)) == [parent.spanID] && Set(spans.map(\.traceID)) == [parent.traceID])
        #expect(base.requests.map { $0.headerFields["in-memory-span-id"] } == spans.map(\.spanID))
        #expect(spans.map { $0.attributes["http.request.resend_count"]?.toSpanAttribute() } == [nil, 1, 2, 3])
        let codes = spans.map { $0.attributes["http.response.status_code"]?.toSpanAttribute() }
        #expect(codes == [302, 503, 302, 200])
        #expect(spans.map { $0.status?.code } == [nil, .error, nil, nil])
    }

    private static let redirectedOnceThenBusy: @Sendable (Request) -> Response = { request in
        if request.path == "/a" { return Response(status: 302, headerFields: ["Location": "/b"]) }
        return Response(status: request.resendCount < 2 ? 503 : 200)
    }

    @Test func `an error is told by its type, and no secret is in a span`() async throws {
        let tracer = InMemoryTracer()
        let transport = TracedTransport(
            StubTransport { _ in throw TransportError(.timedOut, "hunter2") }, tracer: tracer,
            including: SpanOptions(requestFields: ["Authorization"]))
        let request = Request(url: URL(string: "https://example.org/a?access_token=hunter2")!)
        _ = try? await Webservice(transport: transport).load(
            Plan.send(request.header("Authorization", "Bearer hunter2")))
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["error.type"]?.toSpanAttribute() == "timedOut")
        #expect(span.errors.isEmpty && span.status?.code == .error && span.status?.message == nil)
        var attributes: [String] = []
        span.attributes.forEach { name, value in attributes.append("\(name) = \(value)") }
        #expect(attributes.count == 6 && !"\(attributes)".contains("hunter2"))
    }

    @Test func `a span that records nothing gets nothing, and its fields are sent`() async throws {
        let (tracer, base) = (InMemoryTracer(), StubTransport { _ in Response(status: 503) })
        for isRecording in [true, false] {
            let sampled = SampledTracer(base: tracer, isRecording: isRecording)
            _ = try await TracedTransport(base, tracer: sampled).send(Request(url: Self.url).urlTemplate("/a"))
            let span = try #require(tracer.finishedSpans.last)
            #expect(span.operationName == "GET /a" && span.attributes.isEmpty != isRecording)
            #expect((span.status == nil) != isRecording)
            #expect(base.requests.last?.headerFields["in-memory-span-id"] == span.spanID)
        }
    }

    @Test func `a hedge that loses is canceled, and its span is no error`() async throws {
        let tracer = InMemoryTracer()
        let transport = TracedTransport(FirstNeverAnswers(), tracer: tracer)
        let webservice = Webservice(policies: [.hedging(after: .zero)], transport: transport)
        _ = try await webservice.load(Resource<Data>(url: Self.url))
        while tracer.finishedSpans.count < 2 { await Task.yield() }
        let lost = try #require(tracer.finishedSpans.first { $0.attributes["http.response.status_code"] == nil })
        #expect(lost.attributes["error.type"]?.toSpanAttribute() == "CancellationError" && lost.status == nil)
    }

    /// Answers the second request, and the first one never.
    private struct FirstNeverAnswers: Transport {
        func send(_ request: Request) async throws -> Response {
            if request.resendCount == 0 { try await Task.sleep(for: .seconds(3600)) }
            return Response()
        }
    }

    @Test func `the span of a stream ends with its body, or when nobody reads on`() async throws {
        let tracer = InMemoryTracer()
        let transport = TracedTransport(StubTransport { _ in Response(body: Data("abc".utf8)) }, tracer: tracer)
        var stream: ResponseStream? = try await transport.stream(Request(url: Self.url))
        #expect(tracer.activeSpans.count == 1)
        var body = Data()
        if let pieces = stream?.body { for try await piece in pieces { body += piece } }
        #expect(body == Data("abc".utf8) && tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
        stream = try await transport.stream(Request(url: Self.url))
        #expect(stream?.response.status == 200 && tracer.activeSpans.count == 1)
        stream = nil
        #expect(tracer.finishedSpans.count == 2 && tracer.activeSpans.isEmpty)
    }

    @Test func `the transport below is called in the context of the span`() async throws {
        let tracer = InMemoryTracer()
        let transport = TracedTransport(
            StubTransport { _ in
                tracer.startSpan("inner").end()
                return Response()
            }, tracer: tracer)
        _ = try await transport.send(Request(url: Self.url))
        let spans = tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["inner", "GET"])
        #expect(spans[0].parentSpanID == spans[1].spanID)
    }
}

/// A tracer of which the sampling has decided whether spans are read.
private struct SampledTracer: Tracer {
    struct Span: Tracing.Span {
        let base: InMemorySpan
        let isRecording: Bool
        var context: ServiceContext { base.context }
        var operationName: String {
            get { base.operationName }
            nonmutating set { base.operationName = newValue }
        }
        var attributes: SpanAttributes {
            get { base.attributes }
            nonmutating set { base.attributes = newValue }
        }
        func setStatus(_ status: SpanStatus) { base.setStatus(status) }
        func addEvent(_ event: SpanEvent) { base.addEvent(event) }
        func addLink(_ link: SpanLink) { base.addLink(link) }
        func recordError<Instant: TracerInstant>(
            _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
        ) { base.recordError(error, attributes: attributes, at: instant()) }
        func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) { base.end(at: instant()) }
    }

    let base: InMemoryTracer
    let isRecording: Bool

    func startSpan<Instant: TracerInstant>(
        _ name: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> Span {
        let span = base.startSpan(
            name, context: context(), ofKind: kind, at: instant(), function: function, file: fileID, line: line)
        return Span(base: span, isRecording: isRecording)
    }

    func forceFlush() { base.forceFlush() }
    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier { base.inject(context, into: &carrier, using: injector) }
    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier { base.extract(carrier, into: &context, using: extractor) }
}
