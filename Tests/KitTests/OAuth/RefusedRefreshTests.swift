import ResourcefulOAuth
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A refresh token that the server doesn't accept anymore (RFC 6749, section 5.2): what a developer and a person read.
struct RefusedRefreshTests {
    private static let api = URL(string: "https://api.example/v1/")!
    private static let old = Token("old", refreshToken: "r-SECRET")
    private static let items = Resource<Data>(url: URL(string: "items")!)
    private struct NotSignedIn: Error {}

    /// Who reads the response of the token server.
    enum Reader: CaseIterable { case kit, program }

    /// A policy with a relative URL for the refresh, which has a secret.
    private static func bearer(_ reader: Reader, token: Token? = old) -> Policy {
        let url = URL(string: "token?api_key=k-SECRET")!
        let oauth = OAuth(token: url, clientID: "app")
        return .bearer(for: api, token: token) { old in
            guard reader == .program else { return try oauth.refreshing(old) }
            guard let refreshToken = old?.refreshToken else { throw NotSignedIn() }
            return Resource<Token>(
                url: url, method: .post, body: .form(["refresh_token": refreshToken]), parseJSON: Token.oauth)
        }
    }

    /// A server that accepts the token `b` alone, and no refresh token.
    private static func answer(_ request: Request) -> Response {
        guard request.url.path() != "/v1/token" else {
            return Response(
                status: 400, headerFields: ["Content-Type": "application/json"],
                body: Data(#"{"error": "invalid_grant"}"#.utf8))
        }
        return Response(status: request.headerFields["Authorization"] == "Bearer b" ? 200 : 401)
    }

    private static func expectExplained(_ error: any Error) {
        for text in ["\(error)", String(reflecting: error)] {
            #expect(text.contains("POST https://api.example/v1/token?api_key="), "\(text)")
            #expect(text.contains("the refresh of a token") && text.contains("invalid_grant"), "\(text)")
            #expect(!text.contains("SECRET"), "\(text)")
        }
        #expect(ErrorMessages.english(error) == "Sign in again.")
        #expect(ErrorMessages(otherwise: "出错了", [.serverMessage, .signIn("请重新登录")])(error) == "请重新登录")
        #expect(ErrorMessages(otherwise: "出错了", [.serverMessage])(error) == "出错了")
    }

    @Test(arguments: Reader.allCases) func `the error says where, why, and what to do`(reader: Reader) async throws {
        var run = DryRun(baseURL: Self.api, policies: [Self.bearer(reader)]) { Self.answer($0) }
        Self.expectExplained(try #require(throws: (any Error).self) { try run.load(Self.items) })
        let webservice = Webservice(
            baseURL: Self.api, policies: [Self.bearer(reader)], transport: StubTransport { Self.answer($0) })
        let error = await #expect(throws: (any Error).self) { try await webservice.load(Self.items) }
        Self.expectExplained(try #require(error))
        // All that wait for the refresh.
        let both = await #expect(throws: (any Error).self) {
            try await webservice.load(zip(Self.items, Self.items.header("X-Page", "2")))
        }
        Self.expectExplained(try #require(both))
    }

    @Test func `it is the error that programs catch, and has the request without secrets`() throws {
        var run = DryRun(baseURL: Self.api, policies: [Self.bearer(.kit)]) { Self.answer($0) }
        let error = try #require(throws: OAuthError.self) { try run.load(Self.items) }
        #expect(error == OAuthError(.invalidGrant) && error.hashValue == OAuthError(.invalidGrant).hashValue)
        #expect(error != OAuthError(.invalidGrant, text: "used"))
        #expect(error.request?.method == .post && error.request?.url.path() == "/v1/token")
        #expect(error.request.map { !"\($0.url) \($0.headerFields)".contains("SECRET") } == true)
        let oauth = OAuth(token: try #require(URL(string: "https://id.example/token")), clientID: "app")
        var strict = DryRun { _ in Response(status: 401, body: Data(#"{"error": "invalid_client"}"#.utf8)) }
        let other = try #require(throws: OAuthError.self) { try strict.load(oauth.clientCredentials()) }
        let text = "POST https://id.example/token was refused: the authorization server reports invalid_client"
        #expect("\(other)" == text && ErrorMessages.english(other) == "Something went wrong.")
        #expect("\(OAuthError(.accessDenied))" == "the authorization server reports access_denied")
    }

    @Test(arguments: Reader.allCases) func `signing out ends the requests, and the next user is served`(
        reader: Reader
    ) throws {
        var run = DryRun(baseURL: Self.api, policies: [Self.bearer(reader)]) { Self.answer($0) }
        for count in 1...3 {
            #expect(throws: (any Error).self) { try run.load(Self.items) }
            #expect(run.requests.count == 2 * count)
        }
        try run.load(Plan<Void>.signOut(of: Self.api))
        let error = try #require(throws: (any Error).self) { try run.load(Self.items) }
        #expect(run.requests.count == 6)
        if reader == .kit { #expect(ErrorMessages.english(error) == "Sign in again.") }
        try run.load(Plan<Void>.signIn(with: Token("b"), for: Self.api))
        #expect(try run.load(Self.items).isEmpty)
        #expect(run.requests.count == 7)
    }

    @Test func `a wrong password at the first sign-in doesn't say that one signs in again`() throws {
        let signIn = Resource<Token>(
            url: try #require(URL(string: "token")), method: .post,
            body: .form(["grant_type": "password", "username": "ada", "password": "wrong"]), parseJSON: Token.oauth)
        var run = DryRun(baseURL: Self.api) { Self.answer($0) }
        let error = try #require(throws: LoadError.self) { try run.load(signIn) }
        #expect(ErrorMessages.english(error) == "The server didn't accept the request.")
        #expect(ErrorMessages([.signIn("again"), .status(400, "wrong")])(error) == "wrong")
    }
}
