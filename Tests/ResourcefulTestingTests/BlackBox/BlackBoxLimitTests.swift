import ResourcefulDiagnostics
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a black box keeps of loads that are large, wide, or answered from memory.
@Suite struct BlackBoxLimitTests {
    private static let api = URL(string: "https://example.org")!

    private func webservice(
        _ box: BlackBox, policies: [Policy] = [], answers: [Answer] = [], store: MemoryStore = MemoryStore(),
        _ respond: @escaping @Sendable (Request) async throws -> Response
    ) -> Webservice {
        Webservice(
            policies: policies, store: store, answers: answers, observers: [box.observer],
            transport: StubTransport(respond))
    }

    private func load(_ number: Int) -> Resource<Int> {
        Resource(url: Self.api.appending(path: "\(number)")) { try $0.n.int }
    }

    @Test(
        arguments: [.data(Data(repeating: 120, count: 50_000)), .form(["a": String(repeating: "b", count: 50_000)])]
            as [Body])
    func `a body that was sent is replaced, too, if it is over the limit`(body: Body) async throws {
        let box = BlackBox(bytes: 100)
        let webservice = webservice(box) { _ in throw TransportError(.timedOut, "late") }
        let upload = Resource<Void>(url: Self.api, method: .put, body: body)
        for _ in 0..<30 { _ = try? await webservice.load(upload) }
        let record = try #require(box.records.last)
        #expect(record.data.count < 5_000)
        var run = try DryRun(from: record)
        #expect(throws: LoadError.self) { try run.load(upload) }
        #expect(run.divergences.isEmpty)
    }

    @Test func `a secret that is first sent in the two hundredth request is hidden everywhere`() async throws {
        let box = BlackBox()
        let store = MemoryStore()
        _ = store.update("diary") { _ in
            StoreEntry(data: Data("he said l4te-s3cret-200".utf8), date: Date(timeIntervalSinceReferenceDate: 0))
        }
        let webservice = webservice(box, store: store) { request in
            request.url.path == "/300" ? Response(status: 500) : Response(body: Data(#"{"n": 1}"#.utf8))
        }
        let loads = (0...300).map { number in
            load(number).header("Authorization", number < 200 ? "Bearer 3arly-s3cret" : "Bearer l4te-s3cret-200")
        }
        let plan = Plan<StoreEntry?>.read("diary").flatMap { _ in all(loads, atOnce: 1) }
        _ = try? await webservice.load(plan)
        let text = String(decoding: try #require(box.records.last).data, as: UTF8.self)
        #expect(!text.contains("s3cret"))
        #expect(text.contains("he said"))
    }

    @Test func `bytes that were never kept aren't given back`() async throws {
        let box = BlackBox(effects: 4, bytes: 1_000)
        let webservice = webservice(box) { _ in Response(body: Data(repeating: 120, count: 5_000)) }
        let many = all((0..<50).map { Resource<Data>(url: Self.api.appending(path: "\($0)")) }, atOnce: 1)
        for _ in 0..<20 { _ = try await webservice.load(many) }
        _ = try? await webservice.load(load(1))
        #expect(try #require(box.records.last).data.count < 5_000)
    }

    @Test func `a failure in the last of many branches is kept`() async throws {
        let box = BlackBox(effects: 10)
        let webservice = webservice(box) { request in Response(status: request.url.path == "/99" ? 500 : 200) }
        let loads = (0..<100).map { Resource<Void>(url: Self.api.appending(path: "\($0)")) }
        _ = try? await webservice.load(all(loads, atOnce: 1))
        #expect("\(try #require(box.records.first))".contains("https://example.org/99: 500"))
    }

    @Test func `a relative URL that memory answers can be repeated`() async throws {
        let box = BlackBox()
        let webservice = Webservice(
            baseURL: Self.api, policies: [.cache()], observers: [box.observer],
            transport: StubTransport { _ in
                Response(headerFields: ["Cache-Control": "max-age=60"], body: Data(#"{"n": 1}"#.utf8))
            })
        let number = Resource<Int>("list.json") { try $0.n.int }
        let failing = Resource<Int>("list.json") { try $0.m.int }
        #expect(try await webservice.load(number) == 1)
        let plan = number.flatMap { _ in failing }
        for _ in 0..<2 {
            _ = try? await webservice.load(failing)
            _ = try? await webservice.load(plan)
        }
        #expect(box.records.count == 3)
        for (record, load) in zip(box.records.suffix(2), [failing.plan, plan]) {
            var run = try DryRun(from: record, baseURL: Self.api, policies: [.cache()])
            #expect(throws: LoadError.self) { try run.load(load) }
            #expect(run.divergences.isEmpty, "\(run.divergences)")
        }
    }
}
