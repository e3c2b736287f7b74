import Foundation
import Resourceful
import ResourcefulLab
import ResourcefulOAuth
import Testing

private typealias Episode = TypeModels.Episode
private let podcast = TypeModels.podcast

// The examples in the documentation of test tools and of OAuth, word for word, compiled and run.
@Suite(.permit) struct TestingTests {
    @Test func `a recording answers the same requests`() throws {
        let url = api.appending(path: "episodes.json")
        let exchange = Recording.Exchange(
            Request(url: url), .response(Response(body: Data("[]".utf8))))
        let timeout = Recording.Exchange(
            Request(url: url), .failure(TransportError(.timedOut, "no answer in 60 s")))
        #expect(exchange.response?.status == 200 && timeout.response == nil)
        let recording = Recording([timeout, exchange])
        var run = DryRun(replaying: recording, baseURL: api, policies: [.retry(upTo: 1)])
        print(try run.load(Episode.all).count, run.requests.count)  // 0 2
        #expect(run.requests.count == 2)
    }

    @Test func `a run is compared with events`() throws {
        var run = DryRun(baseURL: api, podcast)
        try run.load(Plan.wait(for: .seconds(3)))
        #expect(run.events == [DryRun.Event(.waited(.seconds(3)), at: .seconds(3))])
    }

    @Test func `a server refuses a token`() async throws {
        let token = URL(string: "https://id.example.org/token")!
        let oauth = OAuth(token: token, clientID: "app")
        let answer = Response(status: 400, body: Data(#"{"error": "invalid_grant"}"#.utf8))
        let webservice = Webservice(transport: StubTransport { _ in answer })
        let old = Token("a", refreshToken: "b")
        var shown = ""
        func showSignIn() { shown = "sign in" }
        do {
            _ = try await webservice.load(oauth.refreshing(old))
        } catch let error as OAuthError where error.code == .invalidGrant {
            showSignIn()
        }
        #expect(shown == "sign in")
        let error = OAuthError("consent_required", text: "the user must agree first")
        #expect(error.code == .consentRequired)
    }
}

private extension OAuthError.Code {
    static let consentRequired: OAuthError.Code = "consent_required"
}

// The examples in the documentation of canaries.
@Suite(.permit) struct CanaryExampleTests {
    @Test func `a token is sent only to its service`() throws {
        let secrets = Canaries()
        let report = try assertNoLeak(
            of: secrets, in: Episode.all, allowed: [.field("Authorization", at: api)]
        ) {
            DryRun(baseURL: api, policies: [.bearer(secrets["token"], for: api)], podcast)
        }
        print(report.count(of: .errors), report.places["token"] ?? [])
        #expect(report.count(of: .errors) > 0)
    }

    @Test func `the places of secrets are values`() {
        let allowed: [AllowedPlace] = [
            .field("Authorization", at: api),
            .body(at: api.appending(path: "token")).only("password", "refresh token"),
            .entry("session"),
        ]
        #expect(allowed.map(\.description).last == "the entry session")
    }

    @Test func `a canary is a password`() {
        let login = api.appending(path: "login")
        let secrets = Canaries()
        let signIn = Resource<Void>(
            url: login, method: .post, body: .form(["password": secrets["password"]])
        ) { (_: Data) in }
        #expect(signIn.request.body?.data == Data("password=\(secrets["password"])".utf8))
    }
}
