import ResourcefulOAuth
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Endpoints and tokens that a server may not give.
struct EndpointTests {
    private static let keys = [
        "token_endpoint", "authorization_endpoint", "device_authorization_endpoint", "revocation_endpoint",
        "introspection_endpoint",
    ]

    @Test func `an endpoint has a host and no user information`() {
        checkEach(Self.keys) { key in
            let right = "https://id.example:8443/a?b=1"
            for address in OAuthServerTextTests.otherAddresses + [right] {
                for scheme in ["https", "http"] {
                    let issuer = "\(scheme)://id.example/tenant"
                    var members: [(String, JSON)] = [
                        ("issuer", JSON(issuer)), ("token_endpoint", JSON("\(scheme)://id.example/t")),
                    ]
                    members.removeAll { $0.0 == key }
                    members.append((key, JSON(address)))
                    let body = Data("\(JSON(members))".utf8)
                    var run = DryRun { _ in Response(body: body) }
                    let url = try #require(URL(string: issuer), "\(key)")
                    guard address != right else {
                        _ = try run.load(OAuth.discovered(at: url, clientID: "app"))
                        continue
                    }
                    #expect(throws: (any Error).self, "\(key): \(address)") {
                        try run.load(OAuth.discovered(at: url, clientID: "app"))
                    }
                }
            }
        }
    }

    @Test(arguments: ["", " ", "\t\n"]) func `an empty access token is no token`(text: String) throws {
        let body = Data("\(JSON([("access_token", JSON(text)), ("token_type", "Bearer")]))".utf8)
        #expect(throws: RequestError.self) { try Token.oauth(JSON(parsing: body)) }
        let policy = Policy.bearer(for: AuthorizationTests.api) { _ in AuthorizationTests.oauth().clientCredentials() }
        var run = DryRun(policies: [policy]) { _ in Response(body: body) }
        #expect(throws: LoadError.self) { try run.load(Resource<Data>(Request(url: AuthorizationTests.api))) }
        #expect(run.requests.map(\.url.absoluteString) == ["https://id.example/token"])
        #expect(try run.load(Plan<Token?>.token(for: AuthorizationTests.api)) == nil)
    }
}
