import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One token for several origins: `bearer(for:also:…)`.
struct SharedTokenTests {
    private static let api = URL(string: "https://api.example/v1/")!
    private static let search = URL(string: "https://search.example/")!
    private static let stranger = URL(string: "https://stranger.example/")!

    /// The policy under test: the refresh has a relative URL.
    private static func bearer(for url: URL = api, also others: [URL] = [search], token: String? = "old") -> Policy {
        .bearer(for: url, also: others, token: token.map { Token($0, refreshToken: "r") }) { old in
            Resource<Token>(
                url: URL(string: "token")!, method: .post, body: .form(["refresh_token": old?.refreshToken ?? ""]),
                parseJSON: Token.oauth)
        }
    }

    /// Gives out the token `new`, and accepts no other.
    private static func answer(_ request: Request) -> Response {
        if request.url.path() == "/v1/token" { return Response(body: Data(#"{"access_token": "new"}"#.utf8)) }
        let sent = request.headerFields["Authorization"]
        return Response(
            status: sent == "Bearer new" ? 200 : 401, headerFields: ["Cache-Control": "max-age=60"],
            body: Data((sent ?? "nobody").utf8))
    }

    private static func page(_ url: URL) -> Resource<String> { Resource<String>(text: Request(url: url)) }

    @Test func `two origins share a token and its one refresh, in a dry run and live`() async throws {
        let both = zip(Self.page(Self.api.appending(path: "a")), Self.page(Self.search))
        var run = DryRun(policies: [Self.bearer()], Self.answer)
        #expect(try run.load(both) == ("Bearer new", "Bearer new"))
        #expect(
            run.requests.filter { $0.method == .post }.map(\.url.absoluteString) == ["https://api.example/v1/token"])
        #expect(run.store.keys.filter { $0.hasPrefix("credentials") } == ["credentials https://api.example:443"])

        let transport = StubTransport { Self.answer($0) }
        let values = try await Webservice(policies: [Self.bearer()], transport: transport).load(both)
        #expect(values == ("Bearer new", "Bearer new"))
        #expect(transport.requests.filter { $0.method == .post }.count == 1)
    }

    @Test func `without a token, both wait for the first one`() throws {
        var run = DryRun(policies: [Self.bearer(token: nil)], Self.answer)
        _ = try run.load(all([Self.page(Self.api), Self.page(Self.search), Self.page(Self.api)]))
        #expect(run.requests.filter { $0.method == .post }.count == 1)
        #expect(!run.requests.contains { $0.headerFields["Authorization"] == "Bearer old" })
    }

    @Test func `a relative URL of a load is one of its origin`() throws {
        var run = DryRun(baseURL: Self.search, policies: [Self.bearer()], Self.answer)
        #expect(try run.load(Resource<String>(text: Request("items"))) == "Bearer new")
        #expect(run.requests.last?.url.absoluteString == "https://search.example/items")
    }

    @Test(arguments: [
        "https://stranger.example/", "http://search.example/", "https://search.example:444/",
        "https://api.example.stranger.example/",
    ]) func `an origin that isn't listed receives nothing, not even after a redirect`(text: String) throws {
        let other = try #require(URL(string: text))
        for from in [Self.api, Self.search] {
            for policies in [
                [Self.bearer(token: "new")], [.followingRedirects(), Self.bearer(token: "new")],
            ] {
                var run = DryRun(policies: policies) { request in
                    Origin(request.url) == Origin(other)
                        ? Response(status: 401) : Response(status: 307, headerFields: ["Location": text])
                }
                #expect(throws: LoadError.self) { try run.load(Self.page(from)) }
                #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Bearer new", nil])
                #expect(throws: LoadError.self) { try run.load(Self.page(other)) }
                #expect(run.requests.last?.headerFields["Authorization"] == nil)
            }
        }
    }

    @Test func `a redirect between two listed origins renews nothing that wasn't refused`() throws {
        func requests(_ policies: [Policy]) throws -> [String] {
            var run = DryRun(policies: policies) { request in
                Origin(request.url) == Origin(Self.api) && request.method == .get
                    ? Response(status: 307, headerFields: ["Location": "https://search.example/"])
                    : Self.answer(request)
            }
            _ = try? run.load(Self.page(Self.api))
            return run.requests.map { "\($0.method) \($0.headerFields["Authorization"] ?? "-")" }
        }
        // The redirect has left the token behind, so its refusal says nothing about it.
        #expect(try requests([Self.bearer(token: "new")]) == ["GET Bearer new", "GET -"])
        // Each hop has the token.
        let hops = try requests([.followingRedirects(), Self.bearer(token: "new")])
        #expect(hops == ["GET Bearer new", "GET Bearer new"])
    }

    @Test func `a URL without an origin fails each load, and nothing is sent`() throws {
        let file = try #require(URL(string: "file:///etc/passwd"))
        for bearer in [Self.bearer(also: [file]), Self.bearer(for: file, also: [Self.search])] {
            for url in [Self.api, Self.stranger] {
                var run = DryRun(policies: [bearer], Self.answer)
                let error = #expect(throws: LoadError.self) { try run.load(Self.page(url)) }
                #expect(error?.stage == .request && run.requests.isEmpty)
            }
        }
    }

    @Test func `two users share no token and no cached response`() async throws {
        let transport = StubTransport { request in
            Response(
                headerFields: ["Cache-Control": "max-age=60"],
                body: Data((request.headerFields["Authorization"] ?? "nobody").utf8))
        }
        let service = Webservice(policies: [.cache(), Self.bearer(token: nil)], transport: transport)
        for name in ["ada", "bob", "ada"] {
            let account = service.account(name)
            try await account.load(Plan.signIn(with: Token(name), for: Self.api))
            for url in [Self.api, Self.search] {
                #expect(try await account.load(Self.page(url)) == "Bearer \(name)")
            }
        }
        try await service.account("bob").load(Plan.signOut(of: Self.api))
        #expect(try await service.account("ada").load(Self.page(Self.search)) == "Bearer ada")
    }

    @Test func `a canceled leader leaves its refresh to the load of the other origin`() async throws {
        let (asked, gate) = (Counter(), Gate(2))
        let transport = StubTransport { request in
            if request.method == .post {
                asked.add()
                await gate.pass()
            }
            return Self.answer(request)
        }
        let service = Webservice(policies: [Self.bearer(token: nil)], transport: transport)
        let leader = Task { try await service.load(Self.page(Self.api)) }
        #expect(await eventually { asked.value == 1 })
        let follower = Task { try await service.load(Self.page(Self.search)) }
        leader.cancel()
        await #expect(throws: CancellationError.self) { try await leader.value }
        await gate.pass()
        #expect(try await follower.value == "Bearer new")
        #expect(asked.value == 1)
    }

    @Test func `an envelope that describes a failure fails the loads of both origins once`() throws {
        var run = DryRun(policies: [.inside(Envelope()), Self.bearer(token: nil)]) { _ in
            Response(body: Data(#"{"code": 7, "message": "no"}"#.utf8))
        }
        let outcomes = try run.load(
            all(
                [Self.api, Self.search].map { url in
                    Self.page(url).plan.map { _ in "" }.recover { Plan.value("\($0)") }
                }))
        #expect(Set(outcomes).count == 1 && outcomes[0] != "", "\(outcomes)")
        #expect(run.requests.map(\.method) == [.post])
    }

    @Test func `printing the policies names the origins`() {
        let service = Webservice(policies: [Self.bearer()], transport: StubTransport { _ in Response() })
        #expect("\(service)".contains("https://api.example:443 and https://search.example:443"), "\(service)")
    }
}
