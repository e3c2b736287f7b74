import ResourcefulDiagnostics
import ResourcefulResilience
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What policies decide can be counted without reading a text.
struct DecisionTests {
    private static let url = URL(string: "https://api.example/a")!
    private static let other = URL(string: "https://other.example")!
    private static let noWait = Backoff.exponential(from: .zero, upTo: .zero, jitter: .none)
    private static let rule = RetryRule(upTo: 1, waits: noWait)
    private static let noBudget = RetryRule(upTo: 1, waits: noWait, budget: RetryBudget(capacity: 0, deposit: 0))

    /// Policies, the answers to their requests, the number of loads, and what is decided then: with a number, if there
    /// is one.
    struct World: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policies: [Policy]
        let statuses: [Int]
        let expected: [String]
        var fields: HeaderFields = [:]
        var loads = 1
        var baseURL: URL?
    }

    private static let worlds = [
        World(
            testDescription: "a retry", policies: [.retry(rule)], statuses: [503, 200],
            expected: ["retry repeated 1 api.example"]),
        World(
            testDescription: "a retry in vain", policies: [.retry(rule)], statuses: [503, 503],
            expected: ["retry repeated 1 api.example", "retry gave-up 1 api.example"]),
        World(
            testDescription: "a retry that isn't allowed", policies: [.retry(noBudget)], statuses: [503],
            expected: ["retry gave-up 0 api.example"]),
        World(
            testDescription: "a circuit", policies: [.circuitBreaker(after: 2, cooldown: .seconds(3600))],
            statuses: [503, 503], expected: ["circuit opened api.example", "circuit refused api.example"], loads: 3),
        World(
            testDescription: "a circuit that closes", policies: [.circuitBreaker(after: 1, cooldown: .zero)],
            statuses: [503, 200],
            expected: ["circuit opened api.example", "circuit tried api.example", "circuit closed api.example"],
            loads: 2),
        World(
            testDescription: "a fresh response", policies: [.cache()], statuses: [200],
            expected: ["cache missed api.example", "cache hit api.example"],
            fields: ["Cache-Control": "max-age=60"], loads: 2),
        World(
            testDescription: "a validated response", policies: [.cache()], statuses: [200, 304],
            expected: ["cache missed api.example", "cache began api.example", "cache validated api.example"],
            fields: ["Cache-Control": "no-cache", "ETag": "\"1\""], loads: 2),
        World(
            testDescription: "a stale response", policies: [.cache()], statuses: [200, 503],
            expected: ["cache missed api.example", "cache began api.example", "cache stale-if-error api.example"],
            fields: ["Cache-Control": "max-age=0, stale-if-error=60", "ETag": "\"1\""], loads: 2),
        World(
            testDescription: "a response that isn't stored", policies: [.cache()], statuses: [404],
            expected: ["cache missed api.example", "cache not-stored api.example"]),
        World(
            testDescription: "another host", policies: [.failover(among: [url.deletingLastPathComponent(), other])],
            statuses: [503, 503],
            expected: ["failover switched api.example", "failover gave-up other.example"]),
        World(
            testDescription: "a token that can't be renewed",
            policies: [.bearer(for: url) { _ in Resource(url: url, method: .post) { _ in Token("1") } }],
            statuses: [503], expected: ["credentials began api.example", "credentials failed api.example"]),
        World(
            testDescription: "a relative URL", policies: [.retry(rule)], statuses: [503, 200],
            expected: ["retry repeated 1 api.example"], baseURL: url.deletingLastPathComponent()),
    ]

    private static func text(_ decision: LoadDecision) -> String {
        var parts = ["\(decision.kind)", decision.action.map { "\($0)" } ?? "nothing"]
        if let count = decision.count { parts.append("\(count)") }
        return (parts + [decision.origin?.host ?? "nowhere"]).joined(separator: " ")
    }

    private func request(in world: World) -> Request {
        world.baseURL == nil ? Request(url: Self.url) : Request("a")
    }

    @Test(arguments: worlds) func `what policies decide has an action and a server`(world: World) async throws {
        var left = world.statuses[...]
        var run = DryRun(baseURL: world.baseURL, policies: world.policies) { _ in
            Response(status: Response.Status(left.popFirst() ?? 200) ?? 200, headerFields: world.fields)
        }
        for _ in 0..<world.loads { _ = try? run.load(Resource<Void>(request(in: world)) { _ in }) }
        let dry = run.events.compactMap { if case .decided(let decision) = $0.kind { decision } else { nil } }
        #expect(dry.map(Self.text) == world.expected)

        let recorder = Recorder()
        let statuses = Statuses(world.statuses)
        let webservice = Webservice(
            baseURL: world.baseURL, policies: world.policies, observers: [recorder.observer],
            transport: StubTransport { _ in Response(status: statuses.next(), headerFields: world.fields) })
        for _ in 0..<world.loads { _ = try? await webservice.load(Resource<Void>(request(in: world)) { _ in }) }
        let live = recorder.trace.events.compactMap { if case .decided(let made) = $0.kind { made } else { nil } }
        #expect(live.map(Self.text) == world.expected)
    }

    @Test func `a hedge that begins and one that wins are different decisions, with the delay`() throws {
        for (first, expected) in [(900, ["repeated", "won"]), (350, ["repeated"])] {
            var count = 0
            var run = DryRun(policies: [.hedging(after: .milliseconds(300))]) { _, delay in
                count += 1
                delay = .milliseconds(count == 1 ? first : 100)
                return Response()
            }
            _ = try run.load(Plan.send(Request(url: Self.url)))
            let made = run.events.compactMap { if case .decided(let decision) = $0.kind { decision } else { nil } }
            #expect(made.compactMap { $0.action.map { "\($0)" } } == expected)
            #expect(made.allSatisfy { $0.duration == .milliseconds(300) && $0.origin?.host == "api.example" })
        }
    }

    @Test func `a decision about the server of a URL is equal to one about its origin, and shows no more`() throws {
        let url = try #require(URL(string: "https://me:geheim123@API.example/geheim123?key=geheim123"))
        let decision = LoadDecision(.cache, .hit, ofServerAt: url, "fresh")
        let same = LoadDecision(.cache, .hit, of: Origin(url), "fresh")
        #expect(decision == same && Set([decision, same]).count == 1 && decision.origin?.host == "api.example")
        #expect(decision != LoadDecision(.cache, .hit, ofServerAt: Self.other, "fresh"))
        #expect(LoadDecision(.cache, .hit, ofServerAt: Self.url.deletingLastPathComponent(), "fresh") == decision)
        let nowhere = try #require(URL(string: "file:///geheim123"))
        #expect(LoadDecision(.cache, .hit, ofServerAt: nowhere, "") == LoadDecision(.cache, .hit, ""))
        var shown = "\(decision) " + String(reflecting: decision)
        dump(decision, to: &shown)
        #expect(shown.contains("api.example") && !shown.contains("geheim"), "\(shown)")
    }

    @Test func `a decision of which only the text is known prints as before`() {
        let decision = LoadDecision("passage", "through the policy")
        #expect("\(decision)" == "passage: through the policy" && decision.action == nil && decision.origin == nil)
        #expect("\(LoadDecision("passage", .waited, count: 2, "a minute"))" == "passage: a minute")
    }
}

/// Statuses, one after the other.
private final class Statuses: Sendable {
    private let left: Locked<[Int]>

    init(_ codes: [Int]) { left = Locked(codes) }

    func next() -> Response.Status {
        left.withLock { $0.isEmpty ? 200 : Response.Status($0.removeFirst()) ?? 200 }
    }
}
