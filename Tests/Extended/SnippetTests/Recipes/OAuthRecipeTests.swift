import Foundation
import Resourceful
import ResourcefulOAuth
import ResourcefulTesting
import Testing

// The recipe for OAuth, word for word, compiled and run.
@Suite(.permit) struct OAuthRecipeTests {
    nonisolated private static let issuer = URL(string: "https://id.example.org")!

    nonisolated private static let server: StubServer = [
        Stub("/.well-known/oauth-authorization-server").answers(
            .json([
                "issuer": "https://id.example.org", "token_endpoint": "https://id.example.org/token",
                "authorization_endpoint": "https://id.example.org/go",
            ])),
        Stub(.post, "token").answers(.json(["access_token": "a1", "refresh_token": "r1", "token_type": "Bearer"])),
        Stub("songs").answers { .json([$0.request.headerFields["Authorization"] ?? "none"]) },
    ]

    /// A person who agrees: the URL that the browser is redirected to.
    private func browser(_ page: URL) async throws -> URL {
        let state = Query(of: page).values(of: "state").first ?? ""
        return URL(string: "https://app.example.org/back?code=c1&state=\(state)")!
    }

    @Test func `a person signs in with a browser, and the token is sent`() async throws {
        let api = URL(string: "https://api.example.org")!
        let callback = URL(string: "https://app.example.org/back")!
        let webservice = Webservice(transport: StubTransport(Self.server))
        let found = try await webservice.load(OAuth.discovered(at: Self.issuer, clientID: "app"))

        let oauth = OAuth(
            token: URL(string: "https://id.example.org/token")!,
            authorization: URL(string: "https://id.example.org/go")!, clientID: "app")
        let start = try await webservice.load(
            oauth.authorization(redirect: callback, scopes: ["openid"]))
        let redirected = try await browser(start.url)
        let token = try await webservice.load(start.token(from: redirected))

        #expect((found.tokenURL, found.authorizationURL) == (oauth.tokenURL, oauth.authorizationURL))
        let policies = Self.service(api, oauth)
        let music = Webservice(baseURL: api, policies: policies, transport: StubTransport(Self.server))

        try await music.load(Plan.signIn(with: token, for: api))

        #expect(try await music.load(Resource<[String]>(json: "songs")) == ["Bearer a1"])
    }

    private static func service(_ api: URL, _ oauth: OAuth) -> [Policy] {
        let music = Webservice(
            baseURL: api,
            policies: [.bearer(for: api, refreshing: oauth.refreshing)])

        #expect(music.order.warnings.isEmpty)
        return [.bearer(for: api, refreshing: oauth.refreshing)]
    }
}
