import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

private let episodes = Resource<[String]>(json: "https://example.org/episodes.json")
private let order = Resource<Data>(url: URL(string: "https://example.org/orders")!, method: .post) { $0 }

@Suite(.permit) struct RetrySnippetTests {
    @Test func `a Webservice has a rule, and a resource can replace it`() throws {
        let webservice = Webservice(policies: [.retry()])
        let latest = episodes.retrying(.never)
        let patient = episodes.retrying(
            RetryRule(upTo: 5, waits: .exponential(from: .seconds(1)), deadline: .seconds(60)))

        _ = webservice
        var run = DryRun(policies: [.retry()]) { _ in Response(status: 503) }
        #expect(throws: LoadError.self) { try run.load(latest) }
        #expect(run.requests.count == 1)
        #expect(throws: LoadError.self) { try run.load(patient) }
        #expect(run.requests.count == 7)
        #expect(run.elapsed < .seconds(60))
    }

    @Test func `a schedule is printed without waiting`() {
        let rule = RetryRule(upTo: 4, waits: .exponential(from: .milliseconds(500), upTo: .seconds(3)))
        print(rule.schedule)  // 0–0.5 s, 0–1 s, 0–2 s, 0–3 s
        #expect(rule.schedule.total == .milliseconds(6500))
        #expect(rule.schedule.description == "0–0.5 s, 0–1 s, 0–2 s, 0–3 s")
    }

    @Test func `a POST with an idempotency key is retried`() throws {
        let placed = order.idempotencyKey()

        var run = DryRun(policies: [.retry()]) { _ in Response(status: 503) }
        #expect(throws: LoadError.self) { try run.load(order) }
        #expect(run.requests.count == 1)
        #expect(throws: LoadError.self) { try run.load(placed) }
        #expect(run.requests.count == 5)
    }

    @Test func `a rule is tested as a value`() throws {
        var answers = [503, 503, 200]
        var run = DryRun(policies: [.retry()]) { _ in
            Response(
                status: .init(answers.removeFirst())!, headerFields: ["Retry-After": "2"],
                body: Data("[]".utf8))
        }
        #expect(try run.load(episodes) == [])
        #expect(run.requests.count == 3)
        #expect(run.elapsed >= .seconds(4))
    }

    @Test func `a client with few loads has a small budget`() throws {
        let modest = RetryRule(upTo: 3, budget: RetryBudget(capacity: 2, deposit: 0.2))

        var run = DryRun(policies: [.retry(modest)]) { _ in Response(status: 503) }
        for _ in 0..<3 { #expect(throws: LoadError.self) { try run.load(episodes) } }
        #expect(run.requests.count == 5)
    }
}
