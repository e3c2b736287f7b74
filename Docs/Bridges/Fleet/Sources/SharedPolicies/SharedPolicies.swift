import Foundation
import NIOConcurrencyHelpers
import ResourcefulResilience
package import ResourcefulTesting

/// Tests that policies of several processes act as one over the store that they share: the same ones for each store.
package enum SharedPolicies {
    /// What the processes did against that.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// Tries all policies.
    ///
    /// - Parameter make: Makes a store, which has the entries of the others.
    package static func check(_ make: @Sendable () -> some EntryStore) async throws {
        guard let api = URL(string: "https://api.example/") else { return }
        try await checkToken(at: api, make)
        try await checkRate(at: api, make)
        try await checkCircuit(at: api, make)
        try await checkBudget(at: api, make)
    }

    private static func require(_ condition: Bool, _ message: String) throws {
        if !condition { throw Problem(description: message) }
    }

    /// Eight processes whose token was refused send one refresh.
    private static func checkToken(at api: URL, _ make: () -> some EntryStore) async throws {
        let refreshes = NIOLockedValueBox(0)
        let transport = StubTransport { request in
            guard request.url.path == "/token" else {
                return Response(status: request.headerFields["Authorization"] == "Bearer new" ? 200 : 401)
            }
            refreshes.withLockedValue { $0 += 1 }
            return Response(body: Data(#"{"access_token": "new"}"#.utf8))
        }
        let bearer = Policy.bearer(for: api, lease: .seconds(30)) { _ in
            Resource<Token>(url: api.appending(path: "token"), method: .post, parseJSON: Token.oauth)
        }
        let webservices = (0..<8).map { _ in
            Webservice(baseURL: api, policies: [bearer], store: make(), transport: transport)
        }
        try await webservices[0].load(Plan.signIn(with: Token("old", refreshToken: "r"), for: api))
        try await load(from: webservices, api.appending(path: "data"), times: 1)
        let count = refreshes.withLockedValue { $0 }
        try require(count == 1, "eight processes have sent \(count) refreshes")
    }

    /// Four processes together keep a rate.
    private static func checkRate(at api: URL, _ make: () -> some EntryStore) async throws {
        let webservices = (0..<4).map { _ in
            Webservice(
                baseURL: api, policies: [.rateLimit(perSecond: 50, burst: 2)], store: make(),
                transport: StubTransport { _ in Response() })
        }
        let start = ContinuousClock.now
        try await load(from: webservices, api, times: 5)
        let taken = ContinuousClock.now - start
        // Two at once, and eighteen after 20 ms each.
        try require(taken > .milliseconds(350), "twenty requests took \(taken)")
    }

    /// A process whose loads fail opens the circuit of another one.
    private static func checkCircuit(at api: URL, _ make: () -> some EntryStore) async throws {
        let sent = NIOLockedValueBox(0)
        let webservices = (0..<2).map { _ in
            Webservice(
                baseURL: api, policies: [.circuitBreaker(after: 3)], store: make(),
                transport: StubTransport { _ in
                    sent.withLockedValue { $0 += 1 }
                    return Response(status: 503)
                })
        }
        for _ in 0..<3 { try? await webservices[0].load(Resource<Void>(url: api)) }
        try? await webservices[1].load(Resource<Void>(url: api))
        let count = sent.withLockedValue { $0 }
        try require(count == 3, "with a circuit that three failures have opened, \(count) requests were sent")
    }

    /// Two processes together have one budget for retries.
    private static func checkBudget(at api: URL, _ make: () -> some EntryStore) async throws {
        let sent = NIOLockedValueBox(0)
        let rule = RetryRule(
            upTo: 3, waits: .constant(.milliseconds(1)), budget: RetryBudget(capacity: 4, deposit: 0))
        let webservices = (0..<2).map { _ in
            Webservice(
                baseURL: api, policies: [.retry(rule)], store: make(),
                transport: StubTransport { _ in
                    sent.withLockedValue { $0 += 1 }
                    return Response(status: 503)
                })
        }
        for webservice in webservices { try? await webservice.load(Resource<Void>(url: api)) }
        let count = sent.withLockedValue { $0 }
        // Each has one request, and together they have four retries.
        try require(count == 6, "with four retries, two processes have sent \(count) requests")
    }

    private static func load(from webservices: [Webservice], _ url: URL, times: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for webservice in webservices {
                group.addTask {
                    for _ in 0..<times { try await webservice.load(Resource<Void>(url: url, method: .post)) }
                }
            }
            try await group.waitForAll()
        }
    }
}
