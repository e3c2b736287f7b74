import TestSupport
import Testing

@testable import ResourcefulLab

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Combinations of failures, in every order.
struct ExploreFailuresTests {
    private static let failures: [ExchangeFailure] = [.status(401), .status(503), .timedOut, .reset]

    private func explore(
        _ policies: [Policy], atMost: Int, limit: Int = 10_000
    ) throws -> FailureExploration {
        try DryRun.explore(
            checkout, against: Shop.init, in: { shop in DryRun(policies: policies, shop.answer) },
            failing: Self.failures, atMost: atMost, limit: limit,
            always: [
                .holds("charged once at most") { $0.server.charges <= 1 }, .ends(within: 40),
                .holds("who has a receipt was charged") { world in
                    guard case .success = world.outcome else { return true }
                    return world.server.charges == 1
                },
            ])
    }

    /// Neither of the two failures alone does it.
    @Test func `a checkout that charges twice when an answer is lost and the token expires is found`() throws {
        let policies: [Policy] = [.retry(), forgetfulBearer]
        #expect(try explore(policies, atMost: 1).isComplete)
        let violation = try #require(#expect(throws: InvariantViolation.self) { try explore(policies, atMost: 3) })
        #expect(violation.invariant == "charged once at most")
        #expect(violation.failures.count == 2)
        // The token expires before the charge, and the answer to what is sent again is lost.
        #expect(violation.replay == "run.fail([4: .status(401), 6: .timedOut])")
        #expect(violation.exploration.worlds < 1_000)
        #expect(violation.description.split(separator: "\n").count < 25)
    }

    @Test func `the line that replays a violation leads to the same world`() throws {
        let violation = try #require(
            #expect(throws: InvariantViolation.self) { try explore([.retry(), forgetfulBearer], atMost: 2) })
        let shop = Shop()
        var run = DryRun(policies: [.retry(), forgetfulBearer], shop.answer)
        run.fail(violation.failures)
        run.order = violation.order
        _ = try? run.load(checkout)
        #expect(shop.charges == 2)
        #expect(run.events == violation.events)
    }

    @Test func `the library's own policies charge once, whatever fails`() throws {
        let token = Resource<Token>(url: site.appending(path: "token"), method: .post, parseJSON: Token.oauth)
        let bearer = Policy.bearer(for: site, token: Token("t0")) { _ in token }
        let exploration = try explore([.retry(), bearer], atMost: 2)
        #expect(exploration.isComplete)
        #expect(exploration.requestCount == 5)
        #expect(exploration.possibleCombinations == 3_125)
        #expect(exploration.combinations > 181, "retries and refreshes are requests that can fail, too")
    }

    @Test func `without failures there is one world of a plan without branches`() throws {
        let exploration = try DryRun.explore(
            checkout, in: { DryRun(Shop().answer) }, failing: [],
            always: [.holds("five requests") { $0.requests.count == 5 }])
        #expect(exploration.worlds == 1 && exploration.isComplete && exploration.combinations == 1)
        let none = try DryRun.explore(checkout, in: { DryRun(Shop().answer) }, atMost: 0, always: [])
        #expect(none.worlds == 1)
    }

    @Test func `a plan that never ends is a violation, and does not hang`() throws {
        let forever = Policy { request, next in
            @Sendable func attempt() -> Plan<Response> {
                next(request).flatMap { response in
                    response.status.isSuccessful ? .value(response) : Plan.wait(for: .seconds(1)).flatMap(attempt)
                }
            }
            return attempt()
        }
        let violation = try #require(
            #expect(throws: InvariantViolation.self) {
                try DryRun.explore(
                    checkout,
                    in: {
                        var count = 0
                        return DryRun(policies: [forever]) { request in
                            count += 1
                            return count > 1 ? Response(status: 503) : Shop().answer(request)
                        }
                    }, failing: [], always: [])
            })
        #expect(violation.invariant == "it ends within 1000 requests")
    }

    @Test func `requests that were sent before don't fail, and numbers are those of the run`() throws {
        let violation = try #require(
            #expect(throws: InvariantViolation.self) {
                try DryRun.explore(
                    get("a").flatMap { _ in get("b") },
                    in: {
                        var run = DryRun { Response(body: Data($0.url.path.utf8)) }
                        _ = try run.load(get("before"))
                        return run
                    }, failing: [.reset],
                    always: [
                        .holds("b is loaded") {
                            (try? $0.outcome.get()) == "/b"
                                || $0.run.events.contains {
                                    if case .failed(let request, _) = $0.kind {
                                        request.url.path == "/a"
                                    } else {
                                        false
                                    }
                                }
                        }
                    ])
            })
        #expect(violation.failures == [3: .reset])
    }

    @Test func `an error that an invariant throws is the reason`() throws {
        struct Reason: Error, CustomStringConvertible { let description = "the reason" }
        let violation = try #require(
            #expect(throws: InvariantViolation.self) {
                try DryRun.explore(
                    get("a"), in: { DryRun { _ in Response() } }, always: [.holds("a") { _ in throw Reason() }])
            })
        #expect(violation.underlyingError is Reason)
        #expect(violation.description.hasPrefix("not true in every world: a: the reason (found in world 1)\n"))
    }

    @Test func `beyond the limit, worlds are drawn, and the summary says so`() throws {
        let exploration = try explore([.retry()], atMost: 5, limit: 100)
        #expect(exploration.worlds == 100)
        #expect(exploration.drawn == 10)
        #expect(!exploration.isComplete)
        #expect("\(exploration)".contains("10 more at random (seed 0), of too many to try all"))
    }

    @Test func `without failures, more orders than the limit are drawn, and nothing is left to replay`() throws {
        let requests = (0..<4).map { get("\($0)") }
        let exploration = try DryRun.explore(
            Plan.all(requests), in: { DryRun { _ in Response() } }, failing: [], limit: 2, always: [.ends(within: 9)])
        #expect(exploration.worlds == 2 && !exploration.isComplete)
        let violation = #expect(throws: InvariantViolation.self) {
            try DryRun.explore(
                get("a"), in: { DryRun { _ in Response() } }, failing: [], always: [.holds("never") { _ in false }])
        }
        #expect(violation?.description.contains("to replay") == false)
    }

    @Test func `every combination is tried in a few orders before one of them is in many`() throws {
        // The four requests have 24 orders; of two failures of two kinds there are 33 combinations.
        func explored(limit: Int) throws -> String {
            let requests = (0..<4).map { number in
                get("\(number)").map { _ in true }.recover { _ in false }
            }
            let exploration = try DryRun.explore(
                Plan.all(requests), in: { DryRun { _ in Response() } }, failing: [.reset, .timedOut], atMost: 2,
                limit: limit, always: [.ends(within: 9)])
            return "\(exploration)"
        }
        let few = try explored(limit: 20)
        #expect(few.hasPrefix("20 worlds: 20 of at least "), "\(few)")
        let some = try explored(limit: 100)
        #expect(some.hasPrefix("100 worlds: 33 combinations of at most 2 failures, not in all orders, and 10 more"))
        let all = try explored(limit: 100_000)
        #expect(all.hasPrefix("792 worlds: 33 combinations of at most 2 failures, in all orders; "), "\(all)")
    }
}
