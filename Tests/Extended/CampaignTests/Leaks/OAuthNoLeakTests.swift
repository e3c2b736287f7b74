import ResourcefulLab
import ResourcefulOAuth
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The flows of OAuth: none of them leaks a secret, whatever fails and in whichever order.
@Suite(.permit, .blocking) struct OAuthNoLeakTests {
    private static let server = URL(string: "https://id.example.org/")!
    private static let api = URL(string: "https://api.example.org/")!
    private static let tokenURL = server.appending(path: "token")

    private static func oauth(_ secrets: Canaries, _ authentication: OAuth.ClientAuthentication) -> OAuth {
        OAuth(
            token: tokenURL, revocation: server.appending(path: "revoke"),
            introspection: server.appending(path: "introspect"), clientID: "app",
            clientSecret: secrets["client secret"], clientAuthentication: authentication)
    }

    private static func answer(_ secrets: Canaries) -> (Request) -> Response {
        { request in
            let token =
                #"{"access_token": "\#(secrets["token"])", "refresh_token": "\#(secrets["refresh token"])", "#
                + #""token_type": "Bearer", "expires_in": 60}"#
            return switch request.url.path {
            case "/token": Response(headerFields: ["Content-Type": "application/json"], body: Data(token.utf8))
            case "/introspect": Response(body: Data(#"{"active": true}"#.utf8))
            default: Response(body: Data(#"{"title": "Values"}"#.utf8))
            }
        }
    }

    @Test(arguments: [OAuth.ClientAuthentication.basic, .form])
    func `no flow leaks a secret, whatever fails and in whichever order`(
        authentication: OAuth.ClientAuthentication
    ) throws {
        let secrets = Canaries()
        let oauth = Self.oauth(secrets, authentication)
        let first = Token(secrets["old token"], refreshToken: secrets["old refresh token"])
        let document = Resource<Void>(url: Self.api) { _ = try $0.title.string }
        let plan = oauth.clientCredentials().flatMap { token in
            try oauth.introspection(of: token.accessToken).flatMap { _ in document }
                .flatMap { try oauth.revocation(of: token) }
        }
        let report = try assertNoLeak(
            of: secrets, in: plan,
            allowed: [
                .field("Authorization", at: Self.server).only("client secret"), .body(at: Self.server),
                .field("Authorization", at: Self.api).only("token", "old token"),
                .entry(Token.entryName(for: Self.api) ?? ""),
            ], atMost: Effort.size(reduced: 1, usual: 2, full: 3)
        ) {
            DryRun(
                policies: [.retry(upTo: 1), .bearer(for: Self.api, token: first, refreshing: oauth.refreshing)],
                Self.answer(secrets))
        }
        #expect(report.count(of: .errors) > 0)
    }
}
