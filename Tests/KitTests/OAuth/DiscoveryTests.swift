import ResourcefulLab
import ResourcefulOAuth
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a server says about itself (RFC 8414; OpenID Connect Discovery 1.0), and the rest of what it does with tokens.
struct DiscoveryTests {
    private static let issuer = URL(string: "https://id.example/tenant")!

    private static func run(at path: String, issuer: String = "https://id.example/tenant", scheme: String = "https")
        -> DryRun
    {
        DryRun { request in
            guard request.url.path() == path else { return Response(status: 404) }
            return Response(
                body: Data(
                    #"""
                    {"issuer": "\#(issuer)", "token_endpoint": "\#(scheme)://id.example/token",
                     "revocation_endpoint": "https://id.example/revoke",
                     "introspection_endpoint": "https://id.example/ask",
                     "authorization_response_iss_parameter_supported": true,
                     "token_endpoint_auth_methods_supported": ["client_secret_post"]}
                    """#.utf8))
        }
    }

    @Test(arguments: ["/.well-known/oauth-authorization-server/tenant", "/tenant/.well-known/openid-configuration"])
    func `it is found at either place`(path: String) throws {
        var run = Self.run(at: path)
        let oauth = try run.load(OAuth.discovered(at: Self.issuer, clientID: "app", clientSecret: "s"))
        #expect(
            oauth.tokenURL.absoluteString == "https://id.example/token" && oauth.issuer == "https://id.example/tenant")
        #expect(oauth.namesIssuer && oauth.clientAuthentication == .form && oauth.deviceURL == nil)
    }

    @Test(arguments: [200, 400, 403, 405] as [Response.Status])
    func `a place without metadata may refuse, or have a page for people`(status: Response.Status) throws {
        var run = DryRun { request in
            guard request.url.path().hasSuffix("openid-configuration") else {
                return Response(status: status, body: Data("<html>".utf8))
            }
            return Response(
                body: Data(#"{"issuer": "https://id.example/tenant", "token_endpoint": "https://id.example/t"}"#.utf8))
        }
        let oauth = try run.load(OAuth.discovered(at: Self.issuer, clientID: "app"))
        #expect(oauth.tokenURL.absoluteString == "https://id.example/t" && run.requests.count == 2)
    }

    @Test func `what is about another issuer, or less secure, is not believed`() throws {
        let path = "/.well-known/oauth-authorization-server/tenant"
        for (issuer, scheme, failure) in [
            (
                "https://id.example", "https",
                .issuerDiffers(expected: "https://id.example/tenant", found: "https://id.example")
            ),
            (
                "https://id.example/tenant/", "https",
                .issuerDiffers(expected: "https://id.example/tenant", found: "https://id.example/tenant/")
            ), ("https://id.example/tenant", "http", .notOffered("https")),
        ] as [(String, String, OAuthFailure)] {
            var run = Self.run(at: path, issuer: issuer, scheme: scheme)
            #expect(throws: failure) { try run.load(OAuth.discovered(at: Self.issuer, clientID: "app")) }
        }
    }

    @Test(
        arguments: [
            "authorization_endpoint", "device_authorization_endpoint", "revocation_endpoint", "introspection_endpoint",
        ]) func `every endpoint of a secure issuer is secure`(key: String) throws
    {
        var run = DryRun { _ in
            Response(
                body: Data(
                    #"""
                    {"issuer": "https://id.example/tenant", "token_endpoint": "https://id.example/token",
                     "\#(key)": "http://id.example/x"}
                    """#.utf8))
        }
        #expect(throws: OAuthFailure.notOffered("https")) {
            try run.load(OAuth.discovered(at: Self.issuer, clientID: "app"))
        }
    }

    @Test func `metadata is not read from where a redirect leaves https`() throws {
        var run = DryRun { request in
            request.url.scheme == "http"
                ? Response(
                    body: Data(#"{"issuer": "https://id.example/tenant", "token_endpoint": "https://x/t"}"#.utf8))
                : Response(status: 302, headerFields: ["Location": "http://id.example/metadata"])
        }
        #expect(throws: (any Error).self) { try run.load(OAuth.discovered(at: Self.issuer, clientID: "app")) }
        #expect(run.requests.allSatisfy { $0.url.scheme == "https" })
    }

    @Test func `a token that the server doesn't know is revoked`() throws {
        var oauth = AuthorizationTests.oauth()
        oauth.revocationURL = URL(string: "https://id.example/revoke")
        // RFC 7009, section 2.2: the server answers 200, whatever the content.
        var run = DryRun { _ in Response(body: Data("ok".utf8)) }
        try run.load(oauth.revocation(of: Token("unknown")))
        var failing = DryRun { _ in Response(status: 400, body: Data(#"{"error": "unsupported_token_type"}"#.utf8)) }
        #expect(throws: OAuthError("unsupported_token_type")) { try failing.load(oauth.revocation(of: Token("a"))) }
    }

    @Test func `a server that has failed is not asked at the other place`() throws {
        var run = DryRun { _ in Response(status: 500) }
        #expect(throws: LoadError.self) { try run.load(OAuth.discovered(at: Self.issuer, clientID: "app")) }
        #expect(run.requests.count == 1)
    }

    @Test func `tokens are ended and asked about`() throws {
        var run = DryRun { request in
            request.url.path() == "/ask"
                ? Response(body: Data(#"{"active": true, "scope": "a b", "sub": "u1", "exp": 1000}"#.utf8)) : Response()
        }
        var oauth = AuthorizationTests.oauth()
        #expect(throws: OAuthFailure.notOffered("revocation")) { try oauth.revocation(of: Token("a")) }
        oauth.revocationURL = URL(string: "https://id.example/revoke")
        oauth.introspectionURL = URL(string: "https://id.example/ask")
        try run.load(oauth.revocation(of: Token("a", refreshToken: "r")))
        try run.load(oauth.revocation(of: Token("a")))
        let forms = try run.requests.map(AuthorizationTests.form)
        #expect(forms.map { $0["token"] } == ["r", "a"])
        #expect(forms.map { $0["token_type_hint"] } == ["refresh_token", "access_token"])
        let said = try run.load(oauth.introspection(of: "a"))
        #expect(said.isActive && said.scopes == ["a", "b"] && said.subject == "u1")
        #expect(said.expiry == Date(timeIntervalSince1970: 1_000) && said.username == nil)
    }

    @Test func `twenty loads get one token of the program's own`() throws {
        let oauth = AuthorizationTests.oauth(secret: "s")
        let make = {
            DryRun(
                policies: [.bearer(for: AuthorizationTests.api) { _ in oauth.clientCredentials() }]
            ) { request in
                request.url.path() == "/token"
                    ? Response(body: Data(#"{"access_token": "a1", "expires_in": 600}"#.utf8))
                    : Response(body: Data((request.headerFields["Authorization"] ?? "").utf8))
            }
        }
        let loads = (0..<20).map { number in
            Resource<String>(text: Request(url: URL(string: "https://api.example/\(number)")!))
        }
        var run = make()
        #expect(try Set(run.load(all(loads))) == ["Bearer a1"])
        #expect(run.requests.count { $0.url.path() == "/token" } == 1)
        try DryRun.explore(zip(loads[0], loads[1]), in: make) { outcome, run in
            _ = try outcome.get()
            return run.requests.count { $0.url.path() == "/token" } == 1
        }
    }
}
