import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A black box is replayed in time that is in proportion to what it has recorded.
@Suite(.alone, .blocking) struct BlackBoxGrowthTests {
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

    @Test func `to repeat a load takes time in proportion to its effects`() async throws {
        func record(_ count: Int) async throws -> BlackBox.Record {
            let box = BlackBox(effects: 100_000, bytes: 1 << 26)
            let webservice = webservice(box) { request in
                request.url.path == "/\(count - 1)" ? Response(status: 500) : Response(body: Data(#"{"n": 1}"#.utf8))
            }
            _ = try? await webservice.load(plan(count))
            return try #require(box.records.last)
        }
        func plan(_ count: Int) -> Plan<[Int]> {
            let loads = (0..<count).map { number in
                Plan<Void>.wait(for: .nanoseconds(1)).flatMap { load(number) }
            }
            return all(loads, atOnce: 1)
        }
        let records = [100: try await record(100), 800: try await record(800)]
        let ratio = try Growth.ratio(from: 100, to: 800, upTo: 13) { count in
            let run = try DryRun(from: try #require(records[count]))
            return {
                var run = run
                _ = try? run.load(plan(count))
                #expect(run.divergences.isEmpty)
            }
        }
        #expect(ratio <= 13, "linear is 8, quadratic 64: \(ratio)")
    }
}
