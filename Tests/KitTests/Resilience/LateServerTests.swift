import ResourcefulLab
import ResourcefulOAuth
import ResourcefulOutbox
import ResourcefulResilience
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Servers that never answer, or ask to come back too late, under loads with a deadline.
struct LateServerTests {
    private static let api = URL(string: "http://api.example/")!
    private static let rule = RetryRule(upTo: 2, waits: .exponential(from: .milliseconds(20)))
    /// Longer than any deadline here.
    private static let never = Duration.seconds(60)
    /// A relative URL.
    private static let list = Resource<[Int]>(json: "l")
    private static let page = list.deadline(.milliseconds(500))

    /// A server whose answers, which are fresh for two seconds, can be late.
    private final class Server {
        var status: Response.Status = 200
        var retryAfter: String?
        var delay = Duration.milliseconds(5)
        /// The numbers of the requests that are never answered.
        var unanswered: Set<Int> = []
        private(set) var count = 0

        func answer(to request: Request, _ wait: inout Duration) -> Response {
            count += 1
            wait = unanswered.contains(count) ? LateServerTests.never : delay
            let body = request.method == .post ? #"{"access_token": "t", "expires_in": 3600}"# : "[\(count)]"
            var response = Response(status: status, body: Data(body.utf8))
            response.headerFields["Cache-Control"] = "max-age=2"
            response.headerFields["Retry-After"] = retryAfter
            return response
        }
    }

    private static func run(_ server: Server, _ policies: [Policy]) -> DryRun {
        DryRun(baseURL: api, policies: policies, taking: server.answer)
    }

    private static func staleIfError(_ more: Policy...) -> [Policy] {
        [.cache(Caching(staleIfError: .seconds(300)))] + more
    }

    /// Loads, and returns what that took, too.
    private static func timed(_ load: Plan<[Int]>, in run: inout DryRun) -> (value: [Int]?, time: Duration) {
        let start = run.elapsed
        let value = try? run.load(load)
        return (value, run.elapsed - start)
    }

    @Test func `an old response is in time, whether the server hangs or asks to come back too late`() throws {
        let busy: (Server) -> Void = { ($0.status, $0.retryAfter) = (503, "1") }
        let hanging: (Server) -> Void = { $0.delay = Self.never }
        let lists: [[Policy]] = [
            Self.staleIfError(), Self.staleIfError(.retry(Self.rule)),
            Self.staleIfError(.retry(Self.rule), .hedging(after: .milliseconds(100))),
        ]
        for policies in lists {
            for (change, longest) in [(busy, Duration.milliseconds(20)), (hanging, .milliseconds(450))] {
                let server = Server()
                var run = Self.run(server, policies)
                #expect(try run.load(Self.page) == [1])
                try run.load(Plan.wait(for: .seconds(60)))
                change(server)
                for _ in 1...3 {
                    let (value, time) = Self.timed(Self.page, in: &run)
                    #expect(value == [1])
                    #expect(time <= longest)
                }
            }
        }
    }

    @Test func `without an old response, a hanging server is as late as the deadline says`() throws {
        let server = Server()
        server.delay = Self.never
        var run = Self.run(server, Self.staleIfError(.retry(Self.rule)))
        #expect(throws: DeadlineExceeded.self) { try run.load(Self.page) }
        #expect(run.elapsed == .milliseconds(500))
    }

    @Test func `an old response that a failure doesn't allow isn't used`() throws {
        let server = Server()
        var run = Self.run(server, [.cache(), .retry(Self.rule)])
        _ = try run.load(Self.page)
        try run.load(Plan.wait(for: .seconds(60)))
        server.delay = Self.never
        #expect(throws: DeadlineExceeded.self) { try run.load(Self.page) }
    }

    @Test func `an old response of one user is no answer for another`() throws {
        let server = Server()
        var run = Self.run(server, Self.staleIfError())
        let (ada, bob) = (
            Self.page.header("Authorization", "Bearer ada"), Self.page.header("Authorization", "Bearer bob")
        )
        _ = try run.load(ada)
        try run.load(Plan.wait(for: .seconds(60)))
        server.delay = Self.never
        #expect(Self.timed(bob, in: &run) == (nil, .milliseconds(500)))
        #expect(Self.timed(ada, in: &run) == ([1], .milliseconds(450)))
    }

    @Test func `a validation that is never answered fails one load, not all`() throws {
        let server = Server()
        let caching = Caching(staleWhileRevalidating: .seconds(3))
        var run = Self.run(server, [.cache(caching), .retry(Self.rule)])
        _ = try run.load(Self.page)
        try run.load(Plan.wait(for: .seconds(3)))
        server.unanswered = [2]
        // It is answered at once, and validated in the background.
        #expect(try run.load(Self.page) == [1])
        try run.load(Plan.wait(for: .seconds(3)))
        // This one joins the validation; those after it don't.
        #expect(throws: DeadlineExceeded.self) { try run.load(Self.page) }
        for _ in 1...3 { #expect(try run.load(Self.page) == [3]) }
        #expect(server.count == 3)
    }

    @Test func `a validation in the background has no deadline of the load that began it`() throws {
        let server = Server()
        let caching = Caching(staleWhileRevalidating: .seconds(30), staleIfError: .seconds(300))
        var run = Self.run(server, [.cache(caching), .retry(Self.rule)])
        _ = try run.load(Self.page)
        try run.load(Plan.wait(for: .seconds(3)))
        server.delay = .seconds(1)
        #expect(try run.load(Self.page) == [1])
        run.finishRuns()
        #expect(try run.load(Self.page) == [2])
        #expect(server.count == 2)
    }

    @Test func `a shared run has no deadline of the load that began it`() throws {
        let server = Server()
        (server.status, server.retryAfter) = (503, "1")
        var run = Self.run(server, [.retry(Self.rule)])
        let shared = Self.list.plan.shared(as: "list")
        let first = shared.deadline(.milliseconds(500)).map { $0 as [Int]? }.recover { _ in nil }
        let second = Plan.wait(for: .milliseconds(100)).flatMap { shared.map { $0 as [Int]? } }.recover { _ in nil }
        #expect(try run.load(zip(first, second)) == (nil, nil))
        // All of its attempts were made, though the first waiter left.
        #expect(server.count == 3)
    }

    @Test func `a load that is canceled keeps others from joining what it waited for, and disturbs no other`() throws {
        for patience in [100, 400] {
            let server = Server()
            server.delay = .milliseconds(400)
            var run = Self.run(server, [])
            let leaving = Plan.wait(for: .milliseconds(100)).flatMap {
                Self.list.deadline(.milliseconds(patience)).map { $0 as [Int]? }.recover { _ in nil }
            }
            let load = Self.list.plan.map { $0 as [Int]? }
            let later = Plan.wait(for: .milliseconds(300)).flatMap { load }
            let loads = [load, leaving, later, load]
            // Those that began together have the first answer. The later one has it, too, unless one has left.
            #expect(
                try run.load(Plan.all(loads)) == [[1], patience == 400 ? [1] : nil, patience == 400 ? [1] : [2], [1]])
        }
    }

    private static let oauth = OAuth(token: URL(string: "http://id.example/token")!, clientID: "s")

    @Test func `a token request that is never answered ends with its lease`() throws {
        let server = Server()
        server.unanswered = [1]
        var run = Self.run(
            server,
            [.retry(Self.rule), .bearer(for: Self.api, lease: .seconds(2)) { _ in Self.oauth.clientCredentials() }])
        var failures: [String] = []
        while run.elapsed < .seconds(10) {
            do {
                _ = try run.load(Self.list.deadline(.milliseconds(600)))
                break
            } catch { failures.append("\(type(of: error))") }
        }
        #expect(failures == Array(repeating: "DeadlineExceeded", count: 3) + ["LoadError"])
        #expect(run.elapsed < .milliseconds(2_100))
        #expect(run.requests.count { $0.method == .post } == 2)
    }

    @Test func `the error of a refresh that outlasts its lease is a timeout of the token server`() throws {
        let server = Server()
        server.delay = Self.never
        var run = Self.run(server, [.bearer(for: Self.api, lease: .seconds(2)) { _ in Self.oauth.clientCredentials() }])
        let error = #expect(throws: LoadError.self) { try run.load(Self.list) }
        #expect((error?.underlyingError as? TransportError)?.kind == .timedOut)
        #expect(error.map { "\($0)".contains("the token wasn't renewed within 2 s") } == true)
        #expect(run.elapsed == .seconds(2))
    }

    @Test func `a refresh with its own rule isn't repeated by another, and its server is blamed`() throws {
        for kind in [TransportError.Kind.cannotConnect, .timedOut] {
            let patient = Policy.bearer(for: Self.api) { _ in
                Self.oauth.clientCredentials().idempotencyKey().retrying(RetryRule(upTo: 2))
            }
            var run = DryRun(baseURL: Self.api, policies: [.retry(), patient]) { _ in throw TransportError(kind) }
            #expect(throws: LoadError.self) { try run.load(Self.list) }
            #expect(run.requests.count == 3, "\(kind)")
            let blamed = run.events.compactMap { event -> Origin? in
                guard case .decided(let decision) = event.kind, decision.action == .gaveUp else { return nil }
                return decision.origin
            }
            #expect(Set(blamed.map { "\($0)" }) == ["http://id.example:80"], "\(kind)")
        }
    }

    @Test func `a write of an outbox is sent once, although the server is slow and others are hedged`() throws {
        let server = Server()
        server.delay = .milliseconds(400)
        var run = Self.run(server, [.retry(upTo: 3), .hedging(after: .milliseconds(100))])
        let outbox = Outbox()
        let write = Resource<Void>(url: Self.api, method: .post, body: .json(["a": 1])) { _ in }
        try run.load(outbox.keeping(write, as: "1").flatMap { outbox.sendingAll })
        #expect(server.count == 1)
        _ = try run.load(Self.list)
        #expect(server.count == 3)
        // Its own delay is a wish of its own.
        _ = try run.load(Self.list.retrying(.never).hedged(after: .milliseconds(50)))
        #expect(server.count == 5)
        _ = try run.load(Self.list.retrying(.never))
        #expect(server.count == 6)
    }

    @Test func `that a new token is refused, too, is said`() throws {
        var count = 0
        var run = DryRun(policies: [.bearer(for: Self.api) { _ in Self.oauth.clientCredentials() }]) { request in
            count += 1
            guard request.method == .post else { return Response(status: 401) }
            return Response(body: Data(#"{"access_token": "t\#(count)", "expires_in": 3600}"#.utf8))
        }
        #expect(throws: LoadError.self) { try run.load(Resource<Data>(url: Self.api)) }
        let said = run.events.compactMap { event -> String? in
            guard case .decided(let decision) = event.kind, decision.action == .failed else { return nil }
            return decision.reason
        }
        #expect(said == ["the token of http://api.example:80 is refused although it is new"])
    }
}
