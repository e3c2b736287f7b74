import ResourcefulOAuth
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Signing in on something without a browser (RFC 8628), in virtual time.
struct DeviceTests {
    private static let oauth = OAuth(
        token: URL(string: "https://id.example/token")!, device: URL(string: "https://id.example/device")!,
        clientID: "tv")

    /// A server that answers the questions for a token one after the other; the last answer stays.
    private static func run(_ answers: [String], expiresIn: Int = 600, interval: Int? = 5) -> DryRun {
        var asked = 0
        let interval = interval.map { #", "interval": \#($0)"# } ?? ""
        return DryRun { request in
            if request.url.path() == "/device" {
                return Response(
                    body: Data(
                        """
                        {"device_code": "d1", "user_code": "WXYZ", "verification_uri": "https://id.example/go",
                         "expires_in": \(expiresIn)\(interval)}
                        """.utf8))
            }
            defer { asked += 1 }
            switch answers[min(asked, answers.count - 1)] {
            case "token": return Response(body: Data(#"{"access_token": "a1"}"#.utf8))
            case "lost": throw TransportError(.connectionLost, "gone")
            case let error: return Response(status: 400, body: Data(#"{"error": "\#(error)"}"#.utf8))
            }
        }
    }

    private static func signIn() -> Plan<Token> { oauth.device().flatMap(\.token) }

    @Test func `it asks as slowly as the server wants`() throws {
        let pending = "authorization_pending"
        for (answers, interval, seconds) in [
            (["token"], 5, 5), ([pending, pending, "token"], 5, 15), (["token"], nil, 5), (["token"], 1, 1),
            ([pending, pending, pending, "slow_down", "token"], 5, 30), (["slow_down", "slow_down", "token"], 5, 30),
            (["lost", "token"], 5, 15),
        ] as [([String], Int?, Int)] {
            var run = Self.run(answers, interval: interval)
            #expect(try run.load(Self.signIn()).accessToken == "a1")
            #expect(run.elapsed == .seconds(seconds), "\(answers)")
        }
    }

    @Test func `it ends when the code is too old, by our clock and by the server's`() throws {
        var run = Self.run(["authorization_pending"], expiresIn: 60)
        #expect(throws: OAuthFailure.expired) { try run.load(Self.signIn()) }
        #expect(run.elapsed == .seconds(55) && run.requests.count == 12)
        var said = Self.run(["expired_token"])
        #expect(throws: OAuthFailure.expired) { try said.load(Self.signIn()) }
    }

    @Test func `an interval is between a second and ten minutes`() {
        let cases: [(String, Int)] = [("-5", 1), ("0", 1), ("1e9", 600), ("\"7\"", 7), ("null", 5)]
        checkEach(cases) { interval, seconds in
            var run = DryRun { _ in
                Response(
                    body: Data(
                        """
                        {"device_code": "d", "user_code": "U", "verification_url": "https://id.example/go",
                         "expires_in": "1e12", "interval": \(interval)}
                        """.utf8))
            }
            let start = try run.load(Plan<Date>.now)
            let device = try run.load(Self.oauth.device())
            #expect(device.interval == .seconds(seconds) && device.verificationURL.path() == "/go", "\(interval)")
            #expect(device.expiry.timeIntervalSince(start) <= 86_401, "\(interval)")
        }
    }

    @Test(arguments: [429, 500, 503] as [Response.Status])
    func `it waits longer for a server that fails`(status: Response.Status) throws {
        var polls = 0
        var run = DryRun { request in
            if request.url.path() == "/device" {
                return Response(
                    body: Data(
                        #"""
                        {"device_code": "d", "user_code": "U", "verification_uri": "https://id.example/go",
                         "expires_in": 600, "interval": 5}
                        """#.utf8))
            }
            polls += 1
            return polls < 4 ? Response(status: status) : Response(body: Data(#"{"access_token": "a1"}"#.utf8))
        }
        #expect(try run.load(Self.signIn()).accessToken == "a1")
        #expect(run.elapsed == .seconds(5 + 10 + 20 + 40))
    }

    @Test func `a no is a no`() throws {
        var run = Self.run(["authorization_pending", "access_denied"])
        #expect(throws: OAuthError(.accessDenied)) { try run.load(Self.signIn()) }
    }

    @Test func `what a person sees has the code to type, and not the device's own`() throws {
        var run = Self.run(["token"])
        let device = try run.load(Self.oauth.device(scopes: ["play"]))
        #expect("\(device)" == "open https://id.example/go and type WXYZ" && device.completeURL == nil)
        #expect(!String(reflecting: device).contains("d1"))
        #expect(try AuthorizationTests.form(run.requests[0]) == ["client_id": "tv", "scope": "play"])
        #expect(throws: OAuthFailure.notOffered("device authorization")) {
            try run.load(AuthorizationTests.oauth().device())
        }
    }
}
