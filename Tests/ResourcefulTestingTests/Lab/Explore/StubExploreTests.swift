import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct StubExploreTests {
    private let server: StubServer = [
        Stub("a").answers(.text("1").after(.seconds(1)), .text("2")), Stub("b").answers(.text("b")),
    ]

    @Test func `a stubbed server starts over in every order`() throws {
        var firsts: Set<String> = []
        let other = text("b").flatMap { _ in text("a", fields: ["X": "1"]) }
        try DryRun.explore(zip(text("a"), other), in: { DryRun(baseURL: api, server) }) {
            outcome, _ in
            let (one, two) = try outcome.get()
            firsts.insert(one)
            return Set([one, two]) == ["1", "2"]
        }
        #expect(firsts == ["1", "2"])
    }

    @Test func `each request to a stubbed server can fail`() throws {
        let flow = text("a").flatMap { _ in text("b") }
        let outcomes = try flow.everyFailure([.timedOut, .status(500)]) { DryRun(baseURL: api, server) }
        #expect(outcomes.count == 4)
        #expect(outcomes.allSatisfy { (try? $0.outcome.get()) == nil })
        #expect(outcomes.map(\.run.requests.count) == [1, 1, 2, 2])
        // The answer that was spoilt took its time.
        #expect(outcomes.map(\.run.elapsed) == [.seconds(1), .zero, .seconds(1), .seconds(1)])
    }
}
