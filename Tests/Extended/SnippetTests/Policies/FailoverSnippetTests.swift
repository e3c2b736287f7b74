import Foundation
import Resourceful
import ResourcefulResilience
import ResourcefulTesting
import Testing

private let episodes = Resource<[String]>(json: "episodes.json")
private let picture = Resource<Data>(url: URL(string: "picture.jpeg")!) { $0 }

@Suite(.permit) struct FailoverSnippetTests {
    @Test func `the next host is tried`() throws {
        let main = URL(string: "https://api.example.org")!
        let mirror = URL(string: "https://api-2.example.org")!
        let policy = Policy.failover(
            among: [main, mirror], on: .status(403, 502, 503).or(.transport(.cannotConnect)))

        var run = DryRun(baseURL: main, policies: [policy]) { request in
            request.url.host() == main.host() ? Response(status: 503) : Response(body: Data("[]".utf8))
        }
        _ = try run.load(episodes)
        _ = try run.load(episodes)
        #expect(run.requests.map { $0.url.host() } == ["api.example.org", "api-2.example.org", "api-2.example.org"])
    }

    @Test func `an open circuit sends nothing`() throws {
        let breaker = Policy.circuitBreaker(after: 5, cooldown: .seconds(30))

        let site = URL(string: "https://example.org")!
        var run = DryRun(baseURL: site, policies: [breaker]) { _ in Response(status: 503) }
        for _ in 0..<8 { _ = try? run.load(episodes) }
        #expect(run.requests.count == 5)
        do {
            _ = try run.load(episodes)
        } catch let error as LoadError where error.isOfOpenCircuit {
            #expect(error.stage == .transport)
        }
    }

    @Test func `loads wait in a queue`() throws {
        let limits: [Policy] = [.rateLimit(perSecond: 10, burst: 20), .limit(atOnce: 4)]
        let prefetched = picture.priority(.background)
        let shown = picture.priority(.high)

        let site = URL(string: "https://example.org")!
        var run = DryRun(baseURL: site, policies: limits) { _ in Response() }
        _ = try run.load(all(Array(repeating: prefetched.alone(), count: 29) + [shown]))
        #expect(run.requests.count == 30)
        #expect(abs((run.elapsed - .seconds(1)) / .seconds(1)) < 0.001)
    }
}

extension LoadError {
    fileprivate var isOfOpenCircuit: Bool { (underlyingError as? TransportError)?.kind == .circuitOpen }
}
