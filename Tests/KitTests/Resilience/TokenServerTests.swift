import ResourcefulLab
import ResourcefulOAuth
import ResourcefulResilience
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A token server that fails: what retries its requests, and which circuit counts them.
struct TokenServerTests {
    private static let api = URL(string: "https://api.example/")!
    private static let tokenURL = URL(string: "https://id.example/token")!
    private static let rule = RetryRule(upTo: 2, waits: .constant(.seconds(1)))
    private static let breaker = Policy.circuitBreaker(after: 2, cooldown: .seconds(10))

    private static func bearer(_ change: @escaping @Sendable (Resource<Token>) -> Resource<Token>) -> Policy {
        .bearer(for: api) { _ in change(OAuth(token: tokenURL, clientID: "app").clientCredentials()) }
    }

    /// Answers for the API, and 503 for so many requests for a token.
    private static func run(_ policies: [Policy], failing count: Int) -> DryRun {
        var left = count
        return DryRun(policies: policies) { request in
            guard request.method == .post else { return Response() }
            left -= 1
            return left < 0 ? Response(body: Data(#"{"access_token": "1"}"#.utf8)) : Response(status: 503)
        }
    }

    private static let page = Resource<Void>(url: api) { _ in }

    private static func decisions(_ run: DryRun) -> [String] {
        run.events.compactMap { if case .decided(let decision) = $0.kind { decision.description } else { nil } }
    }

    /// Where a retry can be in the list; none of them multiplies the rule of the resource.
    private static func lists(_ bearer: Policy) -> [[Policy]] {
        [[bearer], [.retry(upTo: 3), bearer], [bearer, .retry(upTo: 3)], [.retry(upTo: 3), bearer, Self.breaker]]
    }

    @Test func `the retry rule of the token's resource retries the refresh, wherever a retry is in the list`() throws {
        for policies in Self.lists(Self.bearer { $0.idempotencyKey().retrying(Self.rule) }).prefix(3) {
            var run = Self.run(policies, failing: 2)
            try run.load(Self.page)
            #expect(run.requests.map(\.method) == [.post, .post, .post, .get])
            #expect(Set(run.requests.prefix(3).map { $0.headerFields["Idempotency-Key"] }).count == 1)

            var down = Self.run(policies, failing: 9)
            #expect(throws: LoadError.self) { try down.load(Self.page) }
            #expect(down.requests.count == 3)
        }
    }

    @Test func `a token request that isn't safe to send twice is sent once, and the trace says why`() throws {
        var run = Self.run([Self.bearer { $0.retrying(Self.rule) }], failing: 1)
        #expect(throws: LoadError.self) { try run.load(Self.page) }
        #expect(run.requests.count == 1)
        let reason = "not retried: POST isn't idempotent, and the request has no idempotency key"
        #expect(Self.decisions(run).contains { $0.contains(reason) }, "\(Self.decisions(run))")
    }

    @Test func `a rule that retries nothing replaces the one inside`() throws {
        var run = Self.run([Self.bearer { $0.idempotencyKey().retrying(.never) }, .retry(upTo: 3)], failing: 1)
        #expect(throws: LoadError.self) { try run.load(Self.page) }
        #expect(run.requests.count == 1)
    }

    @Test func `the circuit of the token server opens if the breaker is inside, or the token's resource has it`() throws
    {
        for policies in [[Self.bearer { $0 }, Self.breaker], [Self.bearer { $0.applying(Self.breaker) }]] {
            var run = Self.run(policies, failing: 2)
            for _ in 1...4 { #expect(throws: LoadError.self) { try run.load(Self.page) } }
            #expect(run.requests.count == 2)
            let error = #expect(throws: LoadError.self) { try run.load(Self.page) }
            #expect((error?.underlyingError as? TransportError)?.kind == .circuitOpen)
            let opened = "circuit: https://id.example:443 failed 2 times in a row, no requests for 10 s"
            let last = " (last failure: 503 Service Unavailable)"
            #expect(Self.decisions(run).contains(opened + last), "\(Self.decisions(run))")
            let failed = "the token of https://api.example:443 couldn't be renewed: 503 Service Unavailable"
            #expect(Self.decisions(run).contains("credentials: \(failed)"), "\(Self.decisions(run))")
            // The API itself isn't blamed, and the token server is tried again.
            try run.load(Plan.wait(for: .seconds(10)))
            try run.load(Self.page)
            #expect(run.requests.map(\.method) == [.post, .post, .post, .get])
        }
    }

    @Test func `a retry outside repeats a refresh only if it is safe, or if nothing was sent`() throws {
        func posts(_ policies: [Policy], _ failure: ExchangeFailure) -> (Int, String) {
            var run = DryRun(policies: policies) { request in
                Response(body: Data((request.method == .post ? #"{"access_token": "1"}"# : "").utf8))
            }
            run.fail(Dictionary(uniqueKeysWithValues: (1...20).map { ($0, failure) }))
            let error = #expect(throws: LoadError.self) { try run.load(Self.page) }
            return (run.requests.count { $0.method == .post }, "\(error.map { "\($0)" } ?? "")")
        }
        let retry = Policy.retry(upTo: 3)
        for failure in [ExchangeFailure.timedOut, .reset] {
            let (count, error) = posts([retry, Self.bearer { $0 }], failure)
            #expect(count == 1 && error.contains("not retried: the token was being renewed, and POST"), "\(error)")
            // With a key it is safe, and with a rule of its own it isn't repeated by both.
            #expect(posts([retry, Self.bearer { $0.idempotencyKey() }], failure).0 == 4)
            #expect(posts([retry, Self.bearer { $0.idempotencyKey().retrying(Self.rule) }], failure).0 == 3)
        }
        #expect(posts([retry, Self.bearer { $0 }], .refused).0 == 4)
    }

    @Test func `a server that fails refuses nothing, whatever it writes, and a note says what was refused`() throws {
        let body = Data(#"{"error": "temporarily_unavailable"}"#.utf8)
        var down = DryRun(policies: [Self.bearer { $0 }]) { _ in Response(status: 503, body: body) }
        let error = #expect(throws: LoadError.self) { try down.load(Self.page) }
        #expect(error?.status == 503)
        #expect(Self.decisions(down).last?.hasSuffix("couldn't be renewed: 503 Service Unavailable") == true)
        var refused = DryRun(policies: [Self.bearer { $0 }]) { _ in
            Response(status: 400, body: Data(#"{"error": "invalid_grant"}"#.utf8))
        }
        #expect(throws: OAuthError.self) { try refused.load(Self.page) }
        #expect(Self.decisions(refused).last?.hasSuffix("the authorization server reports invalid_grant") == true)
    }

    @Test func `a refresh that is safe to repeat is hedged, unless its own delay doesn't pass`() throws {
        let slow = Policy { request, next in
            next(request).flatMap { response in Plan.wait(for: .seconds(5)).map { response } }
        }
        for (bearer, posts) in [
            (Self.bearer { $0 }, 1), (Self.bearer { $0.idempotencyKey() }, 2),
            (Self.bearer { $0.idempotencyKey().hedged(after: .seconds(60)) }, 1),
        ] {
            var run = Self.run([bearer, .hedging(after: .seconds(1)), slow], failing: 0)
            try run.load(Self.page)
            #expect(run.requests.map(\.method) == Array(repeating: .post, count: posts) + [.get, .get])
        }
    }

    @Test func `each attempt of a retried refresh counts`() throws {
        let own = Self.bearer { $0.idempotencyKey().retrying(Self.rule) }
        var run = Self.run([own, Self.breaker], failing: 9)
        #expect(throws: LoadError.self) { try run.load(Self.page) }
        #expect(run.requests.count == 2)
    }

    @Test func `a breaker outside of the token counts the API alone`() throws {
        var run = Self.run([Self.breaker, Self.bearer { $0 }], failing: 5)
        for _ in 1...5 { #expect(throws: LoadError.self) { try run.load(Self.page) } }
        #expect(run.requests.count == 5)
        try run.load(Self.page)
    }

    /// How an origin fails: by not being reached, or with a status.
    private static func failure(isReached: Bool) throws -> Response {
        guard isReached else { throw TransportError(.cannotConnect) }
        return Response(status: 503)
    }

    @Test(arguments: [true, false], [true, false])
    func `a failing token server opens no circuit but its own, a failing API opens the API's, in both orders`(
        isOutside: Bool, isReached: Bool
    ) async throws {
        for (down, path) in [(Self.tokenURL, "page"), (Self.api, "page"), (Self.api, "moved")] {
            let isDown = Locked(true)
            @Sendable func answer(to request: Request) throws -> Response {
                if path == "moved", Origin(request.url) == Origin(Self.api) {
                    return Response(status: 302, headerFields: ["Location": "https://other.example/"])
                }
                let isFailing = Origin(request.url) == Origin(down) || path == "moved" && request.method == .get
                if isDown.withLock({ $0 }), isFailing { return try Self.failure(isReached: isReached) }
                return Response(body: Data(request.method == .post ? #"{"access_token": "1"}"#.utf8 : "".utf8))
            }
            let policies = isOutside ? [Self.breaker, Self.bearer { $0 }] : [Self.bearer { $0 }, Self.breaker]
            let page = Resource<Void>(url: URL(string: path)!) { _ in }
            let isOwn = down == Self.api && path == "page"
            // The circuit of the token server, inside the token, holds back the loads that need one.
            let isOpen = isOwn || down == Self.tokenURL && !isOutside

            var run = DryRun(baseURL: Self.api, policies: policies) { try answer(to: $0) }
            for _ in 1...4 { #expect(throws: LoadError.self) { try run.load(page) } }
            isDown.withLock { $0 = false }
            if isOpen {
                #expect(throws: LoadError.self) { try run.load(page) }
            } else {
                try run.load(page)
            }
            let opened = Self.decisions(run).filter { $0.hasPrefix("circuit: https://api.example:443 failed 2 times") }
            #expect(opened.count == (isOwn ? 1 : 0), "\(Self.decisions(run))")

            isDown.withLock { $0 = true }
            let live = Webservice(
                baseURL: Self.api, policies: policies, transport: StubTransport { try answer(to: $0) })
            for _ in 1...4 { await #expect(throws: LoadError.self) { try await live.load(page) } }
            isDown.withLock { $0 = false }
            if isOpen {
                await #expect(throws: LoadError.self) { try await live.load(page) }
            } else {
                try await live.load(page)
            }
        }
    }

    @Test func `live, the rule of the resource retries, too`() async throws {
        let left = Locked(1)
        let transport = StubTransport { request in
            guard request.method == .post else { return Response() }
            let isDown = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return isDown ? Response(status: 503) : Response(body: Data(#"{"access_token": "1"}"#.utf8))
        }
        let rule = RetryRule(upTo: 2, waits: .constant(.zero))
        let bearer = Self.bearer { $0.idempotencyKey().retrying(rule) }
        try await Webservice(policies: [.retry(upTo: 3), bearer], transport: transport).load(Self.page)
        #expect(transport.requests.map(\.method) == [.post, .post, .get])
    }
}
