import Foundation
import Resourceful
import ResourcefulIdentity
import ResourcefulOAuth
import ResourcefulResilience
import ResourcefulTesting
import Testing

/// The code of "Authenticating requests" about tokens and other credentials.
@Suite(.permit) struct AuthenticationSnippetTests {
    private struct NotSignedIn: Error {}

    private func policies() -> [Policy] {
        let policies: [Policy] = [
            .bearer(for: api) { old in
                guard let refreshToken = old?.refreshToken else { throw NotSignedIn() }
                return Resource<Token>(
                    url: URL(string: "oauth/token")!, method: .post,
                    body: .form(["grant_type": "refresh_token", "refresh_token": refreshToken]),
                    parseJSON: Token.oauth)
            }
        ]
        return policies
    }

    @Test func `a token is renewed once, and signing out is a plan`() throws {
        var run = DryRun(baseURL: api, policies: policies()) { request in
            if request.url.path() == "/oauth/token" {
                return Response(body: Data(#"{"access_token":"new","expires_in":3600}"#.utf8))
            }
            return Response(status: request.headerFields["Authorization"] == "Bearer new" ? 200 : 401)
        }
        try run.load(Plan<Void>.signIn(with: Token("old", refreshToken: "r"), for: api))
        let episode = Resource(url: URL(string: "episodes/1")!) { $0.count }
        _ = try run.load(zip(episode, episode, episode))
        #expect(run.requests.count { $0.method == .post } == 1)
        try run.load(Plan<Void>.signOut(of: api))
        #expect(throws: NotSignedIn.self) { try run.load(episode) }
    }

    @Test func `signing in and out are plans`() async throws {
        let token = Token("new")
        let webservice = Webservice(
            baseURL: api, policies: policies(),
            transport: StubTransport { request in
                Response(status: request.headerFields["Authorization"] == "Bearer new" ? 200 : 401)
            })
        let episode = Resource<Data>(url: URL(string: "episodes/1")!)
        await #expect(throws: NotSignedIn.self) { try await webservice.load(episode) }

        try await webservice.load(Plan<Void>.signIn(with: token, for: api))
        #expect(try await webservice.load(episode).isEmpty)
        try await webservice.load(Plan<Void>.signOut(of: api))

        await #expect(throws: NotSignedIn.self) { try await webservice.load(episode) }
    }

    @Test func `a refused refresh ends the session, and signing in begins another`() async throws {
        let oauth = OAuth(token: try #require(URL(string: "https://id.example.org/token")), clientID: "app")
        let webservice = Webservice(
            baseURL: api,
            policies: [.bearer(for: api, token: Token("a", refreshToken: "r"), refreshing: oauth.refreshing)],
            transport: StubTransport { request in
                if request.method == .post {
                    return Response(status: 400, body: Data(#"{"error": "invalid_grant"}"#.utf8))
                }
                return Response(status: request.headerFields["Authorization"] == "Bearer b" ? 200 : 401)
            })
        let episode = Resource<Data>(url: URL(string: "episodes/1")!)
        var shown = Data("none".utf8)
        var isSigningIn = false
        func showSignIn() { isSigningIn = true }

        do {
            shown = try await webservice.load(episode)
        } catch let error as OAuthError where error.code == .invalidGrant {
            try await webservice.load(Plan<Void>.signOut(of: api))
            showSignIn()
        }

        #expect(isSigningIn)
        await #expect(throws: OAuthFailure.notSignedIn) { try await webservice.load(episode) }
        try await webservice.load(Plan<Void>.signIn(with: Token("b"), for: api))
        shown = try await webservice.load(episode)
        #expect(shown.isEmpty)
    }

    @Test func `two hosts have one token request, and a token server that fails has a circuit`() throws {
        let search = try #require(URL(string: "https://search.example.org/"))
        let oauth = OAuth(token: try #require(URL(string: "https://id.example.org/token")), clientID: "app")

        let bearer = Policy.bearer(for: api, also: [search]) { _ in oauth.clientCredentials() }

        let pages = zip(Resource<Data>(url: api), Resource<Data>(url: search))
        var run = DryRun(policies: [bearer]) { _ in Response(body: Data(#"{"access_token":"1"}"#.utf8)) }
        _ = try run.load(pages)
        #expect(run.requests.count { $0.method == .post } == 1)

        let patient = Policy.bearer(for: api) { _ in
            oauth.clientCredentials().idempotencyKey().retrying(RetryRule(upTo: 2))
        }
        let policies: [Policy] = [.cache(), .retry(), patient, .circuitBreaker(after: 3)]

        var down = DryRun(policies: policies) { _ in Response(status: 503) }
        for _ in 1...3 { #expect(throws: LoadError.self) { try down.load(Resource<Data>(url: api)) } }
        #expect(down.requests.count == 3)

        let hasty = Policy.bearer(for: api, lease: .seconds(5)) { _ in
            oauth.clientCredentials().timeout(.seconds(2))
        }

        var silent = DryRun(policies: [hasty]) { _, delay in
            delay = .seconds(60)
            return Response()
        }
        #expect(throws: LoadError.self) { try silent.load(Resource<Data>(url: api)) }
        #expect(silent.elapsed == .seconds(2))
    }

    @Test func `fixed credentials go to their origin`() throws {
        let policies: [Policy] = [
            .basic(user: "ada", password: "hunter2", for: api),
            .apiKey("k-7f3a", in: .field("X-Api-Key"), for: URL(string: "https://maps.example.org/")!),
            .digest(user: "ada", password: "hunter2", for: URL(string: "http://printer.example.org/")!),
        ]
        var run = DryRun(policies: policies) { _ in Response() }
        _ = try run.load(Resource(url: URL(string: "https://example.com/")!) { $0.count })
        #expect(run.requests[0].headerFields.isEmpty)
    }
}
