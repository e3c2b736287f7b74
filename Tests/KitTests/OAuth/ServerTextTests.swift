import ResourcefulOAuth
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an authorization server wrote, where a program or a person reads it.
struct OAuthServerTextTests {
    private static let places = ["error", "error_description", "error_uri"]

    /// The error that a refresh fails with, if the server writes a text at a place.
    private static func failure(_ text: String, at place: String, refreshing token: String = "rt-SECRET") throws
        -> OAuthError
    {
        var members: [(String, JSON)] = [("error", "invalid_grant")]
        members.removeAll { $0.0 == place }
        members.append((place, JSON(text)))
        let body = Data("\(JSON(members))".utf8)
        var run = DryRun { _ in Response(status: 400, body: body) }
        let old = Token("a", refreshToken: token)
        return try #require(throws: OAuthError.self) { try run.load(AuthorizationTests.oauth().refreshing(old)) }
    }

    /// The error of a redirect with a text at a place.
    private static func redirected(_ text: String, at place: String) throws -> OAuthError {
        var run = DryRun { _ in Response(status: 500) }
        let start = try run.load(AuthorizationTests.oauth().authorization(redirect: AuthorizationTests.callback))
        let state = try #require(Query(parsing: start.url.query() ?? "").values(of: "state").first)
        var items = [("state", state), (place, text)]
        if place != "error" { items.append(("error", "access_denied")) }
        let url = try #require(URL(string: "https://app.example/back?\(Query(items).encoded)"))
        return try #require(throws: OAuthError.self) { try run.load(start.token(from: url)) }
    }

    private static func texts(_ error: OAuthError) -> [String] {
        [error.code.rawValue, error.text ?? "", error.page ?? "", "\(error)"]
    }

    @Test func `an error has no secret, one line and an end, wherever the server writes`() {
        checkEach(Self.places) { place in
            for scalar in UnseenCharacters.all {
                let text = "https://id.example/a\(scalar)b"
                for error in [try Self.failure(text, at: place), try Self.redirected(text, at: place)] {
                    for text in Self.texts(error) {
                        #expect(UnseenCharacters.areAbsent(from: text), "\(place): \(scalar.value)")
                    }
                }
            }
            for text in ["invalid_grant: rt-SECRET is unknown", "https://id.example/?seen=rt-SECRET"] {
                for text in Self.texts(try Self.failure(text, at: place)) {
                    #expect(!text.contains("rt-SECRET"), "\(place): \(text)")
                }
            }
            let long = "https://id.example/" + String(repeating: "x", count: 10_000)
            for error in [try Self.failure(long, at: place), try Self.redirected(long, at: place)] {
                #expect(error.code.rawValue.count <= 200, "\(place)")
                for text in Self.texts(error) { #expect(text.count <= 2_000, "\(place)") }
            }
        }
    }

    /// Addresses that a server must not have a program open.
    static let otherAddresses = [
        "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "intent://a", "ftp://id.example/", "//a",
        "https:evil", "https://", "https://id.example@evil.example/", "https://:pw@evil.example", "page",
        "https://id.example/" + String(repeating: "x", count: 2_000),
    ]

    @Test func `only addresses on the web are passed on`() throws {
        for address in Self.otherAddresses { try Self.expectRefusal(of: address) }
    }

    private static func expectRefusal(of address: String) throws {
        #expect(try Self.failure(address, at: "error_uri").page == nil)
        #expect(try Self.redirected(address, at: "error_uri").page == nil)
        for key in ["verification_uri", "verification_uri_complete"] {
            var members: [(String, JSON)] = [
                ("device_code", "d"), ("user_code", "U"), ("expires_in", 600),
                ("verification_uri", "https://id.example/go"),
            ]
            members.removeAll { $0.0 == key }
            members.append((key, JSON(address)))
            let body = Data("\(JSON(members))".utf8)
            var run = DryRun { _ in Response(body: body) }
            var oauth = AuthorizationTests.oauth()
            oauth.deviceURL = URL(string: "https://id.example/device")
            if key == "verification_uri" {
                #expect(throws: LoadError.self) { try run.load(oauth.device()) }
            } else {
                let device = try run.load(oauth.device())
                #expect(device.completeURL == nil && device.verificationURL.absoluteString == "https://id.example/go")
            }
        }
    }

    @Test func `addresses on the web are passed on`() throws {
        for address in ["https://id.example/e?a=1#b", "http://localhost:8080/", "HTTPS://[::1]/"] {
            #expect(try Self.failure(address, at: "error_uri").page == address)
            #expect(try Self.redirected(address, at: "error_uri").page == address)
        }
    }

    @Test func `a code is what it is, whatever the refresh token begins with`() throws {
        let codes: [OAuthError.Code] = [
            .accessDenied, .authorizationPending, .expiredToken, .invalidClient, .invalidGrant, .invalidRequest,
            .invalidScope, .serverError, .slowDown, .temporarilyUnavailable, .unauthorizedClient, "consent_required",
        ]
        for code in codes {
            for count in 1...code.rawValue.count {
                let token = code.rawValue.suffix(count) + "-rest-of-it"
                #expect(try Self.failure(code.rawValue, at: "error", refreshing: "\(token)").code == code)
            }
        }
    }

    @Test func `a code to type has one line and an end, and repeats no secret`() throws {
        let texts = UnseenCharacters.all.map { "WX\($0)YZ" } + [String(repeating: "W", count: 10_000), "topsecret-1"]
        for text in texts {
            let members: [(String, JSON)] = [
                ("device_code", "d"), ("user_code", JSON(text)), ("verification_uri", "https://id.example/go"),
                ("expires_in", 600),
            ]
            let body = Data("\(JSON(members))".utf8)
            var run = DryRun { _ in Response(body: body) }
            var oauth = AuthorizationTests.oauth(secret: "topsecret-1")
            oauth.deviceURL = URL(string: "https://id.example/device")
            let device = try run.load(oauth.device())
            for text in [device.userCode, "\(device)"] {
                #expect(UnseenCharacters.areAbsent(from: text) && text.count < 250 && !text.contains("topsecret-1"))
            }
        }
    }
}
