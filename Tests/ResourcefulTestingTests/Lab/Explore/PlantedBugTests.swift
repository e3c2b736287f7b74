import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct PlantedBugTests {
    private func lines(_ failure: ExplorationFailure?) -> [Substring] {
        failure.map { $0.description.split(separator: "\n").dropFirst().dropLast() }.map(Array.init) ?? []
    }

    private func refreshes(_ run: DryRun) -> Int { run.requests.count { $0.url.path == "/token" } }

    @Test func `a token that is renewed twice is found`() throws {
        let plan = zip(get("a"), get("b"))
        let failure = #expect(throws: ExplorationFailure.self) {
            try DryRun.explore(plan, in: { DryRun(policies: [naiveBearer], TokenServer().answer) }) { _, run in
                refreshes(run) == 1
            }
        }
        #expect(lines(failure).count <= 10)
    }

    @Test func `no order has the library's own policy renew a token twice`() throws {
        let plan = zip(get("a"), get("b"))
        let all = try DryRun.explore(plan, in: { DryRun(policies: [bearer], TokenServer().answer) }) { outcome, run in
            try outcome.get() == ("/a", "/b") && refreshes(run) == 1
        }
        #expect(all.isComplete && all.tried > 1)
    }

    private var put: Resource<Void> {
        Resource(
            url: site.appending(path: "page"), method: .put, body: .data(Data("new".utf8), mediaType: "text/plain")
        ) { _ in }
    }

    /// Whether the change is seen afterwards, in every order of a load and a change.
    private func exploreChange(under policy: Policy) throws -> Exploration {
        try DryRun.explore(in: { DryRun(policies: [policy], DocumentServer().answer) }) { run in
            _ = try run.load(zip(get("page"), put))
            return try run.load(get("page")) == "new"
        }
    }

    @Test func `a response that is kept after the change it does not show is found`() throws {
        let failure = #expect(throws: ExplorationFailure.self) { try exploreChange(under: naiveCache) }
        #expect(lines(failure).count <= 10)
    }

    @Test func `no order has the library's own cache keep what has changed`() throws {
        let all = try exploreChange(under: .cache())
        #expect(all.isComplete && all.tried > 1)
    }

    private func failingServer() -> DryRun {
        DryRun { request in Response(status: request.url.path == "/bad" ? 500 : 200) }
    }

    @Test func `a combinator that overlooks a failure is found`() throws {
        let failure = #expect(throws: ExplorationFailure.self) {
            try DryRun.explore(naiveZip(get("bad"), get("good")), in: failingServer) { outcome, _ in
                (try? outcome.get()) == nil
            }
        }
        #expect(lines(failure).count <= 10)
    }

    @Test func `zip overlooks no failure in any order`() throws {
        let all = try DryRun.explore(zip(get("bad"), get("good")), in: failingServer) { outcome, _ in
            (try? outcome.get()) == nil
        }
        #expect(all.isComplete && all.tried > 1)
    }
}
