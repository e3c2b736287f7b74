import Foundation
import ResourcefulCurl
import ResourcefulOAuth
import ResourcefulTesting
import Testing

/// OAuth against a server that nobody here wrote: Django OAuth Toolkit.
@Suite(.permit, .needsServers, .serialized) struct IdentityTests {
    private static let callback = URL(string: "https://app.example/back")

    private static func oauth(_ clientID: String, secret: String? = nil) async throws -> OAuth {
        let issuer = try #require(URL(string: String(Servers.identity.dropLast())))
        var oauth = try await webservice().load(
            OAuth.discovered(at: issuer, clientID: clientID, clientSecret: secret))
        // It does not say this itself.
        oauth.deviceURL = URL(string: "\(Servers.identity)device-authorization/")
        return oauth
    }

    private static func webservice(_ policies: [Policy] = [], store: MemoryStore = MemoryStore()) -> Webservice {
        Webservice(baseURL: URL(string: Servers.identity), policies: policies, store: store, transport: CurlTransport())
    }

    /// Who the server says that a token belongs to.
    private static let me = Resource<String>(json: "me", at: "name")

    /// The browser: it says yes, and is sent back.
    private static func opened(_ page: URL) async throws -> URL {
        let resource = Resource(Request(url: page)) { $0.location }.validating(.any).redirects(.none)
        return try #require(try await webservice().load(resource))
    }

    private static func signedIn(_ oauth: OAuth) async throws -> Token {
        let web = webservice()
        let start = try await web.load(oauth.authorization(redirect: #require(callback), scopes: ["read"]))
        return try await web.load(start.token(from: opened(start.url)))
    }

    @Test func `it says where everything is`() async throws {
        let oauth = try await Self.oauth("app")
        #expect(oauth.tokenURL.absoluteString == "\(Servers.identity)token/" && oauth.namesIssuer)
        #expect(oauth.revocationURL != nil && oauth.introspectionURL != nil)
    }

    @Test func `a code and its proof become a token, once`() async throws {
        let (oauth, web) = (try await Self.oauth("app"), Self.webservice())
        let start = try await web.load(oauth.authorization(redirect: #require(Self.callback), scopes: ["read"]))
        let redirected = try await Self.opened(start.url)
        let token = try await web.load(start.token(from: redirected))
        let base = try #require(URL(string: Servers.identity))
        let signedIn = Self.webservice([.bearer(for: base, token: token, refreshing: oauth.refreshing)])
        #expect(try await signedIn.load(Self.me) == "ada")
        await #expect(throws: OAuthError.self) { try await web.load(start.token(from: redirected)) }
        // Somebody with the code who has not asked for it.
        let other = try await web.load(oauth.authorization(redirect: #require(Self.callback), scopes: ["read"]))
        let stolen = try await Self.opened(start.url)
        await #expect(throws: OAuthFailure.stateDiffers) { try await web.load(other.token(from: stolen)) }
    }

    @Test func `a token that has expired is renewed, and the refresh token changes each time`() async throws {
        let oauth = try await Self.oauth("app")
        let base = try #require(URL(string: Servers.identity))
        let first = try await Self.signedIn(oauth)
        let store = MemoryStore()
        let web = Self.webservice([.bearer(for: base, renewing: .zero, refreshing: oauth.refreshing)], store: store)
        try await web.load(Plan.signIn(with: first, for: base))
        #expect(try await web.load(Self.me) == "ada")
        try await Task.sleep(for: .seconds(4))
        let names = try await web.load(all((0..<10).map { _ in Self.me.plan }))
        #expect(names == Array(repeating: "ada", count: 10))
        let second = try #require(try await web.load(Plan<Token?>.token(for: base)))
        #expect(second.refreshToken != first.refreshToken && second.accessToken != first.accessToken)

        // The old refresh token is shown once more: the server takes it for stolen, and ends all that came of it.
        await #expect(throws: OAuthError.self) { try await web.load(oauth.refreshing(first)) }
        try await Task.sleep(for: .seconds(4))
        let error = await #expect(throws: OAuthError.self) { try await web.load(Self.me) }
        #expect(error?.code == .invalidGrant)
    }

    @Test func `a program gets a token of its own, with a secret of any letters`() async throws {
        let base = try #require(URL(string: Servers.identity))
        for how in [OAuth.ClientAuthentication.basic, .form] {
            var oauth = try await Self.oauth("job", secret: "s3cr et+")
            oauth.clientAuthentication = how
            let job = oauth
            let web = Self.webservice([.bearer(for: base) { _ in job.clientCredentials(scopes: ["read"]) }])
            #expect(try await web.load(Self.me) == "nobody")
        }
        let wrong = try await Self.oauth("job", secret: "wrong")
        let error = await #expect(throws: OAuthError.self) {
            try await Self.webservice().load(wrong.clientCredentials())
        }
        #expect(error?.code == .invalidClient)
    }

    @Test(arguments: ["yes", "no"]) func `a device waits for a person`(answer: String) async throws {
        let (oauth, web) = (try await Self.oauth("tv"), Self.webservice())
        let device = try await web.load(oauth.device(scopes: ["read"]))
        #expect(device.interval == .seconds(1))
        let token = Task { try await web.load(device.token) }
        try await Task.sleep(for: .seconds(2))
        let page = Request("{answer}{?user_code}", ["answer": answer, "user_code": device.userCode])
        try await web.load(Resource(page) { _ in })
        switch answer {
        case "yes": #expect(try await token.value.refreshToken != nil)
        default:
            let error = await #expect(throws: OAuthError.self) { try await token.value }
            #expect(error?.code == .accessDenied)
        }
    }

    @Test func `a token is asked about, and ended`() async throws {
        let (app, job) = (try await Self.oauth("app"), try await Self.oauth("job", secret: "s3cr et+"))
        let web = Self.webservice()
        let token = try await Self.signedIn(app)
        let own = try await web.load(job.clientCredentials())
        #expect(try await web.load(job.introspection(of: own.accessToken)).isActive)
        try await web.load(app.revocation(of: token))
        await #expect(throws: OAuthError.self) { try await web.load(app.refreshing(token)) }
    }
}
