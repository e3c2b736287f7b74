import ResourcefulOAuth
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Signing in through a browser (RFC 6749, section 4.1; RFC 7636; RFC 9207).
struct AuthorizationTests {
    static let callback = URL(string: "https://app.example/back")!
    static let api = URL(string: "https://api.example/")!

    static func oauth(namesIssuer: Bool = false, secret: String? = nil) -> OAuth {
        OAuth(
            token: URL(string: "https://id.example/token")!, authorization: URL(string: "https://id.example/go?a=1")!,
            issuer: "https://id.example", namesIssuer: namesIssuer, clientID: "app", clientSecret: secret)
    }

    /// The pairs of a form.
    static func form(_ request: Request) throws -> [String: String] {
        let text = String(decoding: try request.body?.encoded() ?? Data(), as: UTF8.self)
        return Dictionary(Query(parsing: text, spaces: .plus).pairs) { $1 }
    }

    /// The server: it knows one code.
    private static func answer(_ request: Request) throws -> Response {
        let form = try form(request)
        guard form["code"] == "good" else {
            return Response(status: 400, body: Data(#"{"error": "invalid_grant", "error_description": "used"}"#.utf8))
        }
        let token = #"{"access_token": "a1", "token_type": "Bearer", "refresh_token": "r1", "expires_in": 60}"#
        return Response(body: Data(token.utf8))
    }

    private static func run() -> DryRun { DryRun { try answer($0) } }

    /// What the browser comes back with.
    private static func redirected(_ start: Authorization, _ rest: String) throws -> URL {
        let state = try #require(Query(parsing: start.url.query() ?? "").values(of: "state").first)
        return try #require(URL(string: "https://app.example/back?\(rest.replacing("STATE", with: state))"))
    }

    @Test func `the challenge of RFC 7636, appendix B, is that of its verifier`() {
        #expect(
            PKCE.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `the page has what the flow needs, and nothing is sent for it`() throws {
        var run = Self.run()
        let start = try run.load(
            Self.oauth().authorization(
                redirect: Self.callback, scopes: ["openid", "a b"], parameters: ["prompt": "none"]))
        #expect(run.requests.isEmpty && start.url.absoluteString.hasPrefix("https://id.example/go?a=1&"))
        let query = Dictionary(Query(parsing: start.url.query() ?? "").pairs) { $1 }
        #expect(query["response_type"] == "code" && query["client_id"] == "app" && query["prompt"] == "none")
        #expect(query["redirect_uri"] == "https://app.example/back" && query["scope"] == "openid a b")
        #expect(query["code_challenge_method"] == "S256")
        #expect(query["state"]?.utf8.count == 22 && query["code_challenge"]?.utf8.count == 43)
        let other = try run.load(Self.oauth().authorization(redirect: Self.callback))
        #expect(other.url != start.url)
    }

    @Test func `the code and its verifier become a token, which the policy then sends`() throws {
        var run = DryRun(
            policies: [.bearer(for: Self.api, refreshing: Self.oauth().refreshing)]
        ) { try Self.answer($0) }
        let start = try run.load(Self.oauth().authorization(redirect: Self.callback))
        let url = try Self.redirected(start, "code=good&state=STATE&iss=https://id.example")
        try run.load(start.token(from: url).flatMap { Plan.signIn(with: $0, for: Self.api) })
        let form = try Self.form(try #require(run.requests.last))
        #expect(form["grant_type"] == "authorization_code" && form["redirect_uri"] == "https://app.example/back")
        #expect(form["client_id"] == "app" && form["client_secret"] == nil)
        let query = Query(parsing: start.url.query() ?? "")
        #expect(PKCE.challenge(of: form["code_verifier"] ?? "") == query.values(of: "code_challenge").first)
        #expect(run.requests.last?.headerFields.contains("Authorization") == false)
        #expect(try run.load(Plan<Token?>.token(for: Self.api))?.accessToken == "a1")
    }

    @Test func `what is not the answer to this sign-in sends nothing`() {
        let cases: [(String, OAuthFailure)] = [
            ("code=good&state=other", OAuthFailure.stateDiffers), ("code=good", .stateDiffers),
            ("code=good&state=STATE&state=STATE", .stateDiffers),
            (
                "code=good&state=STATE&iss=https://evil.example",
                .issuerDiffers(expected: "https://id.example", found: "https://evil.example")
            ),
            (
                "code=good&state=STATE&iss=https://id.example&iss=https://id.example",
                .issuerDiffers(expected: "https://id.example", found: "https://id.example")
            ),
            (
                "code=good&state=STATE&iss=https://id.example/",
                .issuerDiffers(expected: "https://id.example", found: "https://id.example/")
            ),
            ("state=STATE", .noCode("the parameter is missing")),
            ("state=STATE&code=", .noCode("the parameter is missing")),
            ("state=STATE&code=good&code=good", .noCode("it has two")),
        ]
        checkEach(cases) { query, failure in
            var run = Self.run()
            let start = try run.load(Self.oauth().authorization(redirect: Self.callback))
            let url = try Self.redirected(start, query)
            #expect(throws: failure, "\(query)") { try run.load(start.token(from: url)) }
            #expect(run.requests.isEmpty, "\(query)")
        }
    }

    @Test func `another address, and a server that does not name itself though it says so, are no answer`() throws {
        var run = Self.run()
        let start = try run.load(Self.oauth(namesIssuer: true).authorization(redirect: Self.callback))
        #expect(throws: OAuthFailure.issuerDiffers(expected: "https://id.example", found: nil)) {
            try run.load(start.token(from: Self.redirected(start, "code=good&state=STATE")))
        }
        let elsewhere = try #require(URL(string: "https://app.example/other?code=good"))
        #expect(throws: OAuthFailure.noCode("the redirect went to a different address")) {
            try run.load(start.token(from: elsewhere))
        }
        #expect(run.requests.isEmpty)
    }

    @Test func `the redirect keeps its own query, and an issuer of a page is shortened`() throws {
        var run = Self.run()
        let own = try #require(URL(string: "https://app.example/back?tenant=1"))
        let start = try run.load(Self.oauth().authorization(redirect: own))
        for query in ["code=good&state=STATE", "tenant=2&code=good&state=STATE"] {
            #expect(throws: OAuthFailure.noCode("the redirect went to a different address")) {
                try run.load(start.token(from: Self.redirected(start, query)))
            }
        }
        let kept = try Self.redirected(start, "tenant=1&code=good&state=STATE")
        #expect(try run.load(start.token(from: kept)).accessToken == "a1")
        let long = String(repeating: "x", count: 10_000)
        let failure = #expect(throws: OAuthFailure.self) {
            try run.load(start.token(from: Self.redirected(start, "tenant=1&code=good&state=STATE&iss=\(long)%0Ax")))
        }
        let text = "\(try #require(failure))"
        #expect(text.utf8.count < 400 && !text.contains("\n"))
    }

    @Test(arguments: ["grants", "revocation", "device"])
    func `forms with secrets are sent to no redirect, and no policy adds a token to them`(kind: String) throws {
        var oauth = Self.oauth(secret: "s")
        oauth.revocationURL = URL(string: "https://id.example/revoke")
        oauth.deviceURL = URL(string: "https://id.example/device")
        var run = DryRun(policies: [.bearer("t1", for: URL(string: "https://id.example/")!)]) { _ in
            Response(status: 307, headerFields: ["Location": "https://id.example/elsewhere"])
        }
        #expect(throws: (any Error).self) {
            switch kind {
            case "grants": _ = try run.load(oauth.clientCredentials())
            case "revocation": try run.load(oauth.revocation(of: Token("a")))
            default: _ = try run.load(oauth.device())
            }
        }
        #expect(run.requests.count == 1 && run.requests[0].headerFields["Authorization"]?.hasPrefix("Basic ") == true)
    }

    @Test func `an error with a status of success is an error, and its text repeats no secret`() throws {
        var run = DryRun { _ in
            Response(
                body: Data(#"{"error": "bad_verification_code", "error_description": "topsecret is wrong"}"#.utf8))
        }
        let failure = #expect(throws: OAuthError.self) {
            try run.load(Self.oauth(secret: "topsecret").clientCredentials())
        }
        #expect(failure?.code.rawValue == "bad_verification_code" && failure?.text?.contains("topsecret") == false)
    }

    @Test func `what a server doesn't offer, and a refresh without a token, fail before anything is sent`() throws {
        var run = Self.run()
        let oauth = OAuth(token: Self.api, clientID: "app")
        #expect(throws: OAuthFailure.notOffered("authorization")) {
            try run.load(oauth.authorization(redirect: Self.callback))
        }
        #expect(throws: OAuthFailure.notOffered("introspection")) { try oauth.introspection(of: "a") }
        #expect(throws: OAuthFailure.notSignedIn) { try oauth.refreshing(nil) }
        #expect(throws: OAuthFailure.notSignedIn) { try oauth.refreshing(Token("a")) }
        #expect(run.requests.isEmpty)
    }

    @Test func `an address is the same in the form that browsers write`() {
        let cases: [(String, String, Bool)] = [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/", true), ("App.Example:/back", "app.example:/back", true),
            ("https://App.example/Back", "https://app.example/Back", true),
            ("https://app.example/Back", "https://app.example/back", false),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8081/", false), ("a:/x", "b:/x", false),
            ("a:/x", "a://x", false), ("https://app.example:443/back", "https://app.example/back", true),
            ("http://[::1]:80/back", "http://[::1]/back", true),
        ]
        checkEach(cases) { own, given, isSame in
            var run = Self.run()
            let start = try run.load(
                Self.oauth().authorization(redirect: #require(URL(string: own), "\(own), \(given)")))
            let state = try #require(
                Query(parsing: start.url.query() ?? "").values(of: "state").first, "\(own), \(given)")
            let redirected = try #require(URL(string: "\(given)?code=good&state=\(state)"), "\(own), \(given)")
            if isSame {
                #expect(try run.load(start.token(from: redirected)).accessToken.isEmpty == false, "\(own), \(given)")
            } else {
                #expect(throws: OAuthFailure.self, "\(own), \(given)") { try run.load(start.token(from: redirected)) }
            }
        }
    }

    @Test func `what the server says is typed`() throws {
        var run = Self.run()
        let start = try run.load(Self.oauth().authorization(redirect: Self.callback))
        let denied = try Self.redirected(start, "error=access_denied&error_description=no+thanks&state=STATE")
        #expect(throws: OAuthError(.accessDenied, text: "no thanks")) { try run.load(start.token(from: denied)) }
        let used = try Self.redirected(start, "code=bad&state=STATE")
        #expect(throws: OAuthError(.invalidGrant, text: "used")) { try run.load(start.token(from: used)) }
    }

    @Test func `a program with a secret shows it as it is to`() throws {
        for (how, field, secret) in [
            (.basic, "Basic YXBwOnBhJTNBKyUyQnM=", nil), (.form, nil, "pa: +s"),
        ] as [(OAuth.ClientAuthentication, String?, String?)] {
            var oauth = Self.oauth(secret: "pa: +s")
            oauth.clientAuthentication = how
            var run = Self.run()
            _ = try? run.load(oauth.clientCredentials(scopes: ["x"]))
            let request = try #require(run.requests.last)
            #expect(request.headerFields["Authorization"] == field)
            let form = try Self.form(request)
            #expect(
                form["client_secret"] == secret && form["scope"] == "x" && form["grant_type"] == "client_credentials")
        }
    }

    @Test func `neither verifier nor code nor secret is shown`() throws {
        var run = Self.run()
        let oauth = Self.oauth(secret: "topsecret")
        let start = try run.load(oauth.authorization(redirect: Self.callback))
        _ = try run.load(start.token(from: Self.redirected(start, "code=good&state=STATE")))
        let last = try #require(run.requests.last)
        let verifier = try #require(Self.form(last)["code_verifier"])
        var shown = "\(start)\(oauth)\(run.eventLog)"
        dump(start, to: &shown)
        dump(oauth, to: &shown)
        for request in run.requests { dump(request, to: &shown) }
        for secret in [verifier, "topsecret", "dG9wc2Vjc", "a1\"", "r1\""] { #expect(!shown.contains(secret)) }
    }
}
