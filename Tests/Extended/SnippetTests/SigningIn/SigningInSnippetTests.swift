import Foundation
import Resourceful
import ResourcefulDisk
import ResourcefulIdentity
import ResourcefulOAuth
import ResourcefulTesting
import Testing

private let issuer = URL(string: "https://id.example.org")!
private let callback = URL(string: "https://app.example.org/back")!

private struct NotSignedIn: Error {}

private extension Token {
    static func signIn(_ name: String, _ password: String) -> Resource<Token> {
        Resource(
            "token", method: .post, body: .form(["user": name, "password": password]),
            parseJSON: Token.oauth
        ).unauthenticated()
    }
}

private struct NoForm: Error {}

private extension Plan<String> {
    static func signIn(_ name: String, _ password: String) -> Plan<String> {
        let form = Resource<String>(text: Request("login"))
        return form.plan.flatMap { page in
            guard let token = page.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1 else {
                throw NoForm()
            }
            var answer = form
            answer.method = .post
            answer.body = .form(["csrf": String(token), "user": name, "password": password])
            return answer.plan
        }
    }
}

/// A person who agrees: the URL that the browser is redirected to.
private func browser(_ page: URL) async throws -> URL {
    let state = Query(parsing: page.query() ?? "").values(of: "state").first ?? ""
    return URL(string: "https://app.example.org/back?code=c1&state=\(state)")!
}

/// A service that issues tokens, and an authorization server.
private func answer(_ request: Request) -> Response {
    switch request.url.path() {
    case "/token": return Response(body: Data(#"{"access_token": "a1", "refresh_token": "r1"}"#.utf8))
    case "/device":
        return Response(
            body: Data(
                #"""
                {"device_code": "d", "user_code": "AB", "verification_uri": "https://id.example.org/go",
                 "expires_in": 9}
                """#.utf8))
    case "/.well-known/oauth-authorization-server":
        return Response(
            body: Data(
                """
                {"issuer": "https://id.example.org", "token_endpoint": "https://id.example.org/token",
                 "authorization_endpoint": "https://id.example.org/go",
                 "device_authorization_endpoint": "https://id.example.org/device"}
                """.utf8))
    default:
        return Response(
            headerFields: ["Set-Cookie": "session=1; path=/"],
            body: Data("\"\(request.headerFields["Authorization"] ?? "nobody")\"".utf8))
    }
}

private let page = Resource<String>(json: "page")

@Suite(.permit) struct SigningInSnippetTests {
    private static func policy() -> Policy {
        let bearer = Policy.bearer(for: api) { old in
            guard let refreshToken = old?.refreshToken else { throw NotSignedIn() }
            return Resource(
                "token", method: .post, body: .form(["refresh_token": refreshToken]),
                parseJSON: Token.oauth)
        }
        let webservice = Webservice(baseURL: api, policies: [bearer])
        _ = webservice
        return bearer
    }

    @Test func `a token of the server's own format is mapped`() throws {
        struct Tokens: Decodable, Sendable { let access, refresh: String }

        let renewed = Resource<Tokens>(json: "token/renew", method: .post)
            .map { Token($0.access, refreshToken: $0.refresh) }
        let token = try renewed.parse(Data(#"{"access": "a1", "refresh": "r1"}"#.utf8))
        #expect(token == Token("a1", refreshToken: "r1"))
    }

    @Test func `signing in gets a token, signing out removes it, and an impossible refresh is one error`() throws {
        let signedIn = Token.signIn("ada", "secret").plan.flatMap { Plan.signIn(with: $0, for: api) }
        let signedOut = Plan.signOut(of: api).flatMap { Plan.removeCached(.all) }

        var run = DryRun(baseURL: api, policies: [Self.policy()]) { answer($0) }
        #expect(throws: NotSignedIn.self) { try run.load(page) }
        try run.load(signedIn)
        #expect(run.requests.last?.headerFields.contains("Authorization") == false)
        #expect(try run.load(page) == "Bearer a1")
        try run.load(signedOut)
        #expect(throws: NotSignedIn.self) { try run.load(page) }
    }

    @Test func `signing out removes what an earlier process has stored on a disk`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signing-out-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let disk = DiskCache(folder: folder)
        func webservice() -> Webservice {
            Webservice(baseURL: api, policies: [Self.policy()], transport: StubTransport { answer($0) })
        }
        let first = webservice()
        try await first.load(Plan.signIn(with: Token("a1"), for: api))
        _ = try await first.load(page.applying(.cache(in: disk)).cached(for: .seconds(60)))
        #expect(await disk.count == 1)
        let leavesNothing = Plan.signOut(of: api).flatMap { Plan.removeCached(.all, alsoIn: disk) }
        try await webservice().load(leavesNothing)
        #expect(await disk.count == 0)
    }

    @Test func `a file stores the token`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signing-in-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (bearer, file) = (Self.policy(), folder.appending(path: "entries"))
        let kept = Webservice(baseURL: api, policies: [bearer, .cookies()], store: FileStore(at: file))
        try await kept.load(Plan.signIn(with: Token("t"), for: api))
        #expect(FileStore(at: file).read(try #require(Token.entryName(for: api))) != nil)
    }

    @Test func `cookies are inspected, exported and removed`() async throws {
        let shop = Webservice(baseURL: api, policies: [.retry(), .cookies()], transport: StubTransport { answer($0) })
        _ = try await shop.load(page)

        let cookies = await shop.cookies(for: api)
        let file = await shop.cookies().netscape
        await shop.addCookies(CookieJar(netscape: file))
        await shop.removeCookies { $0.domain == "api.example.org" }

        #expect(cookies.map(\.name) == ["session"] && file.contains("session"))
        #expect(await shop.cookies().isEmpty)
        let real = {
            let shop = Webservice(baseURL: api, policies: [.retry(), .cookies()]); return shop
        }()
        #expect(real.order.description.contains("cookies"))
    }

    @Test func `a form is posted with its token and cookie, and the redirect is followed`() throws {
        var run = DryRun(baseURL: api, policies: [.cookies()]) { request in
            let cookie = request.headerFields["Cookie"] ?? ""
            switch (request.method, request.url.path()) {
            case (.get, "/login"):
                return Response(
                    headerFields: ["Set-Cookie": "form=f1; path=/; secure"],
                    body: Data(#"<form><input type="hidden" name="csrf" value="t1"></form>"#.utf8))
            case (.post, "/login"):
                let form = String(decoding: try request.body?.encoded() ?? Data(), as: UTF8.self)
                guard cookie == "form=f1", form == "csrf=t1&user=ada&password=pw" else { return Response(status: 403) }
                return Response(
                    status: 302, headerFields: ["Location": "/home", "Set-Cookie": "session=s1; path=/; secure"])
            default: return Response(body: Data(cookie.utf8))
            }
        }
        #expect(try run.load(Plan<String>.signIn("ada", "pw")) == "form=f1; session=s1")
        #expect(run.requests.map(\.method) == [.get, .post, .get])
    }

    @Test func `each account has its own state`() async throws {
        let webservice = Webservice(
            baseURL: api, policies: [Self.policy()], transport: StubTransport { answer($0) })

        let (ada, bob) = (webservice.account("ada"), webservice.account("bob"))
        try await ada.load(Plan.signIn(with: Token("token of Ada"), for: api))
        try await bob.load(Plan.signIn(with: Token("token of Bob"), for: api))

        #expect(try await ada.load(page) == "Bearer token of Ada")
        #expect(try await bob.load(page) == "Bearer token of Bob")
    }

    @Test func `OAuth works with a browser, with a device and as a policy`() async throws {
        let webservice = Webservice(transport: StubTransport { answer($0) })
        let oauth = try await webservice.load(OAuth.discovered(at: issuer, clientID: "app"))

        let start = try await webservice.load(
            oauth.authorization(redirect: callback, scopes: ["openid"]))
        let redirected = try await browser(start.url)
        let token = try await webservice.load(start.token(from: redirected))
        try await webservice.load(Plan.signIn(with: token, for: api))
        #expect(try await webservice.load(Plan<Token?>.token(for: api)) == token)

        let device = try await webservice.load(oauth.device(scopes: ["play"]))
        print("Open \(device.verificationURL) and type \(device.userCode)")
        let played = try await webservice.load(device.token)
        #expect(played.accessToken == "a1")

        let asProgram = Policy.bearer(for: api) { _ in oauth.clientCredentials() }
        let asPerson = Policy.bearer(for: api, refreshing: oauth.refreshing)
        var run = DryRun(baseURL: api, policies: [asProgram]) { answer($0) }
        #expect(try run.load(page) == "Bearer a1")
        #expect("\(asPerson)".hasPrefix("Bearer"))

        try await Self.sign(in: webservice)

        let asService = Policy.bearer(for: api, lease: .seconds(30)) { _ in oauth.clientCredentials() }
        var leased = DryRun(baseURL: api, policies: [asService]) { answer($0) }
        #expect(try leased.load(page) == "Bearer a1")
        #expect(leased.store.keys.contains { $0.hasPrefix("lease ") })
    }

    /// Signs in at endpoints that are written down.
    private static func sign(in webservice: Webservice) async throws {
        let oauth = OAuth(
            token: URL(string: "https://id.example.org/token")!,
            authorization: URL(string: "https://id.example.org/authorize")!,
            device: URL(string: "https://id.example.org/device")!,
            revocation: URL(string: "https://id.example.org/revoke")!,
            introspection: URL(string: "https://id.example.org/introspect")!,
            issuer: "https://id.example.org", clientID: "app")

        let start = try await webservice.load(oauth.authorization(redirect: callback, scopes: ["openid"]))
        #expect(start.url.absoluteString.hasPrefix("https://id.example.org/authorize?"))
        #expect(try await webservice.load(start.token(from: browser(start.url))).accessToken == "a1")
        let device = try await webservice.load(oauth.device(scopes: ["play"]))
        #expect(try await webservice.load(device.token).accessToken == "a1")
        try await webservice.load(try oauth.revocation(of: Token("a1")))
        let introspection = try oauth.introspection(of: "a1")
        #expect(introspection.request.url.absoluteString == "https://id.example.org/introspect")
    }
}
