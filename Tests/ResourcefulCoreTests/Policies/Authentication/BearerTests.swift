import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct BearerTests {
    static let url = URL(string: "https://example.org/")!
    static let name = "credentials https://example.org:443"

    /// The policy under test: it asks `/token` for the next token with a POST.
    static func policy(token: Token?) -> Policy {
        .bearer(for: url, token: token) { old in
            Resource<Token>(
                url: URL(string: "token")!, method: .post,
                body: .form(["refresh_token": old?.refreshToken ?? "none"]), parseJSON: Token.oauth)
        }
    }

    /// A server that gives out the tokens 1, 2, 3 … and accepts the last one alone.
    private final class Server {
        var current: Int
        var refusesToRefresh = false
        var lifetime: Int?

        init(_ current: Int) { self.current = current }

        func respond(_ request: Request) throws -> Response {
            if request.url.path() == "/token" {
                #expect(request.headerFields["Authorization"] == nil)
                if refusesToRefresh { return Response(status: 400, body: Data(#"{"error":"invalid_grant"}"#.utf8)) }
                current += 1
                let lifetime = lifetime.map { #","expires_in":\#($0)"# } ?? ""
                return Response(
                    body: Data(#"{"access_token":"\#(current)","token_type":"Bearer"\#(lifetime)}"#.utf8))
            }
            return Response(status: request.headerFields["Authorization"] == "Bearer \(current)" ? 200 : 401)
        }
    }

    private let get = Resource(url: Self.url) { $0.count }.alone()

    @Test func `a good token is sent, and nothing else happens`() throws {
        let server = Server(1)
        var run = DryRun(policies: [Self.policy(token: Token("1"))], server.respond)
        _ = try run.load(get)
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Bearer 1"])
        #expect(run.store.isEmpty)
    }

    @Test func `many that are refused at once are sent again with the one new token`() throws {
        let server = Server(1)
        var run = DryRun(policies: [Self.policy(token: Token("0", refreshToken: "r"))], server.respond)
        _ = try run.load(all((0..<50).map { _ in get }))
        #expect(run.requests.filter { $0.method == .post }.map { $0.body?.data } == [Data("refresh_token=r".utf8)])
        #expect(run.requests.count == 101)
        #expect(run.requests.suffix(50).allSatisfy { $0.headerFields["Authorization"] == "Bearer 2" })
        #expect(run.events.filter { if case .decided = $0.kind { true } else { false } }.count == 1)
        let record = run.store[Self.name].flatMap { TokenRecord($0) }
        #expect(record?.generation == 1 && record?.token == Token("2", refreshToken: "r"))
    }

    @Test func `without a token the first thing is to get one`() throws {
        let server = Server(1)
        var run = DryRun(policies: [Self.policy(token: nil)], server.respond)
        _ = try run.load(zip(get, get))
        #expect(run.requests.map(\.method) == [.post, .get, .get])
    }

    @Test func `a refresh that fails fails all that wait, with one error, and is not tried again by them`() throws {
        let server = Server(1)
        server.refusesToRefresh = true
        var run = DryRun(policies: [Self.policy(token: Token("0"))], server.respond)
        let outcomes = try run.load(
            all((0..<20).map { _ in get.plan.map { _ in "" }.recover { Plan.value("\($0)") } }))
        #expect(Set(outcomes).count == 1 && outcomes[0].contains("400"))
        #expect(run.requests.count == 21)
    }

    @Test func `a refresh that was sent is kept, in whatever order the load that began it is canceled`() throws {
        let plan = zip(get, Resource<Void>(url: URL(string: "https://other.example/")!) { _ in })
        var canceled = 0
        let exploration = try DryRun.explore(
            plan,
            in: {
                let server = Server(1)
                return DryRun(policies: [Self.policy(token: Token("0", refreshToken: "r"))]) { request in
                    request.url.host() == "other.example" ? Response(status: 404) : try server.respond(request)
                }
            }
        ) { outcome, run in
            guard run.requests.contains(where: { $0.method == .post }) else { return true }
            if run.requests.last?.method == .post { canceled += 1 }
            return run.store[Self.name].flatMap { TokenRecord($0) }?.token == Token("2", refreshToken: "r")
        }
        #expect(exploration.isComplete && canceled > 0)
    }

    @Test func `a second refusal stands`() throws {
        var run = DryRun(policies: [Self.policy(token: Token("0"))]) { request in
            request.method == .post ? Response(body: Data(#"{"access_token":"x"}"#.utf8)) : Response(status: 401)
        }
        #expect(throws: LoadError.self) { try run.load(get) }
        #expect(run.requests.count == 3)
    }

    @Test func `a token that is about to expire is renewed beforehand, at half of its life at the earliest`() throws {
        let server = Server(0)
        server.lifetime = 100
        var run = DryRun(policies: [Self.policy(token: nil)], server.respond)
        _ = try run.load(get)
        _ = try run.load(Plan.wait(for: .seconds(69)).flatMap { get })
        #expect(run.requests.count == 3)
        _ = try run.load(Plan.wait(for: .seconds(1)).flatMap { get })
        #expect(run.requests.map(\.method) == [.post, .get, .get, .post, .get])
        server.lifetime = 20
        _ = try run.load(Plan.wait(for: .seconds(71)).flatMap { get })
        _ = try run.load(Plan.wait(for: .seconds(9)).flatMap { get })
        #expect(run.requests.count == 8)
        _ = try run.load(Plan.wait(for: .seconds(1)).flatMap { get })
        #expect(run.requests.count == 10)
    }

    @Test func `to another origin a request passes untouched, and so does its refusal`() throws {
        var run = DryRun(policies: [Self.policy(token: Token("1"))]) { _ in Response(status: 401) }
        for url in [
            "https://example.com/", "http://example.org/", "https://example.org:444/", "https://a.example.org/",
        ] {
            #expect(throws: LoadError.self) { try run.load(Resource(url: URL(string: url)!) { $0 }) }
        }
        #expect(run.requests.count == 4)
        #expect(run.requests.allSatisfy { $0.headerFields["Authorization"] == nil })
    }

    @Test func `a refusal by another origin, after a redirect, renews nothing`() throws {
        var run = DryRun(policies: [Self.policy(token: Token("1"))]) { request in
            request.url.host() == "example.org"
                ? Response(status: 302, headerFields: ["Location": "https://example.com/"]) : Response(status: 401)
        }
        #expect(throws: LoadError.self) { try run.load(get) }
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Bearer 1", nil])
    }

    @Test func `a request with credentials of its own passes untouched`() throws {
        let server = Server(1)
        var run = DryRun(policies: [Self.policy(token: Token("1"))], server.respond)
        #expect(throws: LoadError.self) {
            try run.load(Resource(url: Self.url, headerFields: ["Authorization": "Basic YTpi"]) { $0 })
        }
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Basic YTpi"])
    }

    @Test func `signing out works, whatever the initial token was`() throws {
        struct NotSignedIn: Error {}
        let policy = Policy.bearer(for: Self.url, token: Token("1", refreshToken: "r")) { old in
            guard let token = old?.refreshToken else { throw NotSignedIn() }
            return Resource<Token>(url: Self.url, body: .form(["t": token]), parseJSON: Token.oauth)
        }
        var run = DryRun(policies: [policy], Server(1).respond)
        _ = try run.load(get)
        try run.load(Plan<Void>.signOut(of: Self.url))
        #expect(throws: NotSignedIn.self) { try run.load(get) }
        #expect(run.requests.count == 1)
        #expect(run.store[Self.name]?.data.count == 16)
        try run.load(Plan<Void>.signIn(with: Token("1"), for: Self.url))
        _ = try run.load(get)
        #expect(try run.load(Plan<Token?>.token(for: Self.url)) == Token("1"))
    }

    @Test func `a load that is refused after somebody has signed out stays refused`() throws {
        var run = DryRun(policies: [Self.policy(token: Token("0"))], Server(1).respond)
        let refused = get.plan.map { _ in "" }.recover { Plan.value("\($0)") }
        let (text, _) = try run.load(zip(refused, Plan.now.flatMap { _ in Plan<Void>.signOut(of: Self.url) }))
        #expect(text.contains("401"))
        #expect(run.requests.count == 1)
    }

    @Test func `the refresh passes through the policies inside`() throws {
        let server = Server(1)
        let inner = Policy.headerFields(["X-Inner": "yes"])
        var run = DryRun(policies: [Self.policy(token: Token("0")), inner], server.respond)
        _ = try run.load(get)
        #expect(run.requests.count == 3 && run.requests.allSatisfy { $0.headerFields["X-Inner"] == "yes" })
    }

    @Test func `a URL without an origin fails at the request stage`() {
        let policy = Policy.bearer(for: URL(string: "mailto:x@example.org")!) { _ in throw CancellationError() }
        var run = DryRun(policies: [policy]) { _ in Response() }
        let error = #expect(throws: LoadError.self) { try run.load(get) }
        #expect(error?.stage == .request)
    }
}
