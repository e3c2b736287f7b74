import Foundation
import InMemoryTracing
import ResourcefulDiagnostics
import ResourcefulTesting
import ResourcefulTracing
import Synchronization
import Testing
import Tracing

/// The identifiers of requests, and the spans of whole loads.
struct RequestIDTests {
    private static let url = URL(string: "https://example.org/a")!
    private static let resource = Resource<Data>(url: url)

    private static func load(_ resource: Resource<Data>, _ webservice: Webservice, id: String?) async throws {
        var context = ServiceContext.topLevel
        context.requestID = id
        try await ServiceContext.$current.withValue(context) { _ = try await webservice.load(resource) }
    }

    @Test func `each load sends the identifier of its task, and a request keeps its own`() async throws {
        let base = StubTransport { _ in Response() }
        let webservice = Webservice(policies: [.requestIDs()], transport: base)
        for id in ["5f1b", "77", nil, "bad\r\nvalue"] { try await Self.load(Self.resource, webservice, id: id) }
        try await Self.load(Self.resource.header("X-Request-ID", "own"), webservice, id: "5f1b")
        #expect(base.requests.map { $0.headerFields["X-Request-ID"] } == ["5f1b", "77", nil, nil, "own"])
    }

    @Test(arguments: [true, false]) func `equal loads of several tasks are one request`(isShared: Bool) async throws {
        let (sent, isOpen) = (Number(), Number())
        // Without the option, each identifier is another request.
        let own = Policy(named: "own IDs") { request, next in
            next(request.header("X-Request-ID", ServiceContext.current?.requestID ?? ""))
        }
        let webservice = Webservice(
            policies: [isShared ? .requestIDs() : own], transport: Held(sent: sent, isOpen: isOpen))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<5 {
                group.addTask { try await Self.load(Self.resource, webservice, id: "\(number)") }
            }
            while sent.value < (isShared ? 1 : 5) { await Task.yield() }
            for _ in 0..<1_000 { await Task.yield() }
            isOpen.add()
            try await group.waitForAll()
        }
        #expect(sent.value == (isShared ? 1 : 5))
    }

    @Test func `a cached response is for every identifier`() async throws {
        let base = StubTransport { _ in Response(headerFields: ["Cache-Control": "max-age=60"]) }
        for policies: [Policy] in [[.cache(), .requestIDs()], [.requestIDs(), .cache()]] {
            let webservice = Webservice(policies: policies, transport: base)
            let before = base.requests.count
            for id in ["1", "2"] { try await Self.load(Self.resource, webservice, id: id) }
            #expect(base.requests.count == before + 1)
        }
    }

    @Test func `a redirect keeps the identifier`() async throws {
        let base = StubTransport { request in
            request.url.host == "example.org"
                ? Response(status: 302, headerFields: ["Location": "https://other.example/"]) : Response()
        }
        for policies: [Policy] in [[.requestIDs()], [.followingRedirects(), .requestIDs()]] {
            try await Self.load(Self.resource, Webservice(policies: policies, transport: base), id: "1")
        }
        #expect(base.requests.map { $0.headerFields["X-Request-ID"] } == ["1", "1", "1", "1"])
    }

    @Test func `a span of the whole load is the parent of its requests' spans`() async throws {
        let tracer = InMemoryTracer()
        let rule = RetryRule(upTo: 1, waits: .exponential(from: .zero, upTo: .zero, jitter: .none))
        let webservice = Webservice(
            policies: [.retry(rule)],
            transport: TracedTransport(
                StubTransport { Response(status: $0.url.path == "/b" ? 200 : 503) }, tracer: tracer))
        await #expect(throws: LoadError.self) {
            try await webservice.load(Self.resource, spanNamed: "page", tracer: tracer)
        }
        let failed = tracer.finishedSpans
        #expect(failed.map(\.operationName) == ["GET", "GET", "page"] && tracer.activeSpans.isEmpty)
        #expect(Set(failed.prefix(2).map(\.parentSpanID)) == [failed[2].spanID])
        #expect(failed[2].status?.code == .error)
        #expect(failed[2].attributes["error.type"]?.toSpanAttribute() == "LoadError")
        let other = Resource<Data>(url: Self.url.deletingLastPathComponent().appending(path: "b"))
        _ = try await webservice.load(zip(other, other.alone()), spanNamed: "two", tracer: tracer)
        let spans = tracer.finishedSpans.dropFirst(3)
        #expect(spans.last?.operationName == "two" && spans.last?.status == nil && spans.count == 3)
        #expect(spans.dropLast().allSatisfy { $0.parentSpanID == spans.last?.spanID })
    }
}

private final class Number: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
}

/// Holds requests until it is open.
private struct Held: Transport {
    let sent: Number
    let isOpen: Number

    func send(_ request: Request) async throws -> Response {
        sent.add()
        while isOpen.value == 0 { await Task.yield() }
        return Response()
    }
}
