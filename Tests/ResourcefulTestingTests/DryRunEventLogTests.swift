import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct DryRunEventLogTests {
    private func run() -> DryRun {
        DryRun { request in
            if request.url.path == "/lost" { throw TransportError(.connectionLost, "the line is dead") }
            return Response(status: request.url.path == "/bad" ? 500 : 200)
        }
    }

    @Test func `an event log has a line for each event, and an answer beside its request`() throws {
        var run = run()
        _ = try? run.load(
            get("a").flatMap { _ in Plan.write(entry("x"), to: "note") }.flatMap { Plan.wait(for: .seconds(2)) }
                .flatMap { Plan<StoreEntry?>.read("note") }.flatMap { _ in get("lost") })
        #expect(
            run.eventLog == """
                → GET /a: 200 OK
                wrote note
                [2 s] waited 2 s
                read note: found
                → GET /lost: ✗ the line is dead
                """)
    }

    @Test func `branches have names and columns`() throws {
        var run = run()
        let inner = zip(get("b"), Plan.wait(for: .seconds(1)))
        _ = try run.load(zip(get("a"), inner))
        #expect(
            run.eventLog == """
                a  → GET /a: 200 OK
                    ba  → GET /b: 200 OK
                        bb  [1 s] waited 1 s
                """)
    }

    @Test func `the server's name is there where there are several`() throws {
        var run = run()
        _ = try run.load(get("a").flatMap { _ in Resource(url: URL(string: "https://example.com/b?c=d")!) { _ in } })
        #expect(run.eventLog == "→ GET https://example.org/a: 200 OK\n→ GET https://example.com/b?c=d: 200 OK")
    }

    @Test func `a run in which nothing happens has no event log`() throws {
        var run = run()
        _ = try run.load(zip(Plan.now, Plan.random))
        #expect(run.events.count == 2)
        #expect(run.eventLog.isEmpty)
    }

    @Test func `random numbers can be given as a list`() throws {
        var run = run()
        run.randomNumbers = ScriptedNumbers([3, 1, 4])
        #expect(try run.load(all((0..<5).map { _ in Plan.random })) == [3, 1, 4, 3, 1])
        run.randomNumbers = ScriptedNumbers([])
        #expect(try run.load(Plan.random) == 0)
    }

    @Test func `branches are named by letters as far as these go`() {
        #expect("\(DryRun.Branch([0, 25]))" == "az")
        #expect("\(DryRun.Branch([0, 26]))" == "0.26")
    }
}
