import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct EveryFailureTests {
    private let flow = Resource<[Int]>(json: site.appending(path: "list")).flatMap { list in
        Plan.write(StoreEntry(data: Data([1]), date: .distantPast), to: "listed").flatMap {
            Resource<[String: Int]>(json: site.appending(path: "items/\(list[0])"))
        }
    }

    private func run(policies: [Policy] = []) -> DryRun {
        DryRun(policies: policies) { request in
            Response(body: Data((request.url.path == "/list" ? "[7, 8]" : #"{"size": 3}"#).utf8))
        }
    }

    @Test func `each request fails in each way, and each has a name`() throws {
        let failed = try flow.everyFailure(in: { run() })
        #expect(
            failed.map(\.name) == [
                "request 1, GET /list: refused", "request 1, GET /list: timed out", "request 1, GET /list: reset",
                "request 1, GET /list: 401 Unauthorized", "request 1, GET /list: 429 Too Many Requests",
                "request 1, GET /list: 500 Internal Server Error", "request 1, GET /list: empty",
                "request 1, GET /list: truncated", "request 1, GET /list: wrong JSON",
                "request 2, GET /items/7: refused", "request 2, GET /items/7: timed out",
                "request 2, GET /items/7: reset",
                "request 2, GET /items/7: 401 Unauthorized", "request 2, GET /items/7: 429 Too Many Requests",
                "request 2, GET /items/7: 500 Internal Server Error", "request 2, GET /items/7: empty",
                "request 2, GET /items/7: truncated", "request 2, GET /items/7: wrong JSON",
            ])
        for failed in failed {
            let error = #expect(throws: LoadError.self) { try failed.outcome.get() }
            let stage: LoadError.Stage =
                switch failed.failure {
                case .refused, .timedOut, .reset, .crashed: .transport
                case .status, .redirected, .echoed: .status
                case .empty, .truncated, .wrongJSON: .parse
                }
            #expect(error?.stage == stage, "\(failed)")
            #expect(failed.run.requests.count == failed.number, "\(failed)")
            #expect((failed.run.store["listed"] != nil) == (failed.number == 2), "\(failed)")
        }
    }

    @Test func `what fails once is mended by sending it again, what lasts is not`() throws {
        let ways: [ExchangeFailure] = [.refused, .status(503)]
        let make = { run(policies: [.retry(upTo: 2)]) }
        let once = try DryRun.everyFailure(of: flow, ways, in: make)
        #expect(once.allSatisfy { (try? $0.outcome.get()) == ["size": 3] && $0.run.requests.count == 3 })
        let lasting = try DryRun.everyFailure(of: flow, ways, lasting: true, in: make)
        #expect(lasting.allSatisfy { (try? $0.outcome.get()) == nil && $0.run.requests.count == $0.number + 2 })
    }

    @Test func `what a run has loaded before does not count`() throws {
        let failed = try flow.everyFailure([.refused, .status(500)]) {
            var run = run()
            _ = try run.load(Resource(url: site.appending(path: "list")) { $0 })
            return run
        }
        #expect(
            failed.map(\.name) == [
                "request 1, GET /list: refused", "request 1, GET /list: 500 Internal Server Error",
                "request 2, GET /items/7: refused", "request 2, GET /items/7: 500 Internal Server Error",
            ])
        for failed in failed {
            #expect(throws: LoadError.self, "\(failed)") { try failed.outcome.get() }
            #expect(failed.run.requests.count == failed.number + 1)
        }
    }

    @Test func `a flow that fails by itself is an error at once`() {
        #expect(throws: LoadError.self) { try flow.everyFailure(in: { DryRun { _ in Response(status: 404) } }) }
    }

    @Test func `the description tells how it came about`() throws {
        let failed = try #require(try flow.everyFailure([.status(500)], in: { run() }).last)
        #expect(
            failed.description == """
                request 2, GET /items/7: 500 Internal Server Error
                → GET /list: 200 OK
                wrote listed
                → GET /items/7: 500 Internal Server Error
                → the error GET https://example.org/items/7 was answered with 500 Internal Server Error
                """)
    }

    @Test func `the server does what it was asked for unless it was not reached or says no`() throws {
        for failure in ExchangeFailure.all {
            var count = 0
            let server = { (_: Request) in
                count += 1
                return Response(body: Data("[1, 2]".utf8))
            }
            let response = try? failure.response(to: Request(url: site), from: server)
            let isUndone =
                switch failure {
                case .refused, .status, .redirected, .echoed: true
                default: false
                }
            #expect(count == (isUndone ? 0 : 1), "\(failure)")
            let body = response.map { String(decoding: $0.body, as: UTF8.self) }
            switch failure {
            case .refused, .timedOut, .reset, .crashed: #expect(body == nil)
            case .status(let status): #expect(response?.status == status)
            case .empty: #expect(body == "")
            case .truncated: #expect(body == "[1,")
            case .wrongJSON: #expect(body == #"{"not":"what was asked for"}"#)
            case .redirected, .echoed: break
            }
        }
    }
}
