import ExampleSupport
import Foundation
import Resourceful
import ResourcefulIdentity
import ResourcefulTesting
import Testing

private extension Question<String> {
    static let idToken = Question("ID token")
}

private struct User: Decodable, Sendable { let name: String }

/// Shows tips.
private final class Tips: Sendable {
    let shown = Guarded<[String]>([])
    func show(_ text: String) { shown.withLock { $0.append(text) } }
}

// The snippets of "The order of a load", "Retry on a code of the service", "Redirects", "Log and
// observe requests" and "Ask async code for a value".
@Suite(.permit) struct LoadOrderSnippetTests {
    private let url = URL(string: "https://api.example.org/")!

    @Test func `a wrong order causes a warning`() throws {
        let sign: @Sendable (Request, Date, Signing.Nonce) throws -> Request = { request, _, _ in request }
        let transport = StubTransport { _ in Response() }

        let origin = try #require(Origin(url))
        let webservice = Webservice(
            baseURL: url, policies: [.signing(for: origin, with: sign), .retry(upTo: 3)],
            transport: transport)
        print(webservice)
        #expect(webservice.order.warnings.count == 2)

        #expect(
            webservice.order.warnings.first
                == "signing is outside retry: a retry repeats the signature, its time and its nonce")
    }

    @Test func `a service's error code is retried`() throws {
        let busy = RetryRule(
            upTo: 2, on: .transient.or(.serviceError(1001)), waits: .constant(.seconds(1)))
        let posts = Resource<[String]>(json: url).inside(Envelope()).retrying(busy)

        var answers = [#"{"code": 1001}"#, #"{"code": 0, "data": ["a"]}"#]
        var run = DryRun { _ in Response(body: Data(answers.removeFirst().utf8)) }
        #expect(try run.load(posts) == ["a"])
        #expect(run.elapsed == .seconds(1))
    }

    @Test func `a redirection can be inspected`() throws {
        let login = Resource<Data>(url: url).redirects(.none).validating(.status(302)).withResponse
            .map { _, response in response.headerFields["Set-Cookie"] }

        let picky = Resource<Data>(url: url).redirects(
            .deciding { redirection in
                redirection.next.url.host() == "cdn.example.org" ? redirection.next : nil
            })

        let elsewhere: HeaderFields = ["Location": "https://b.example.org/", "Set-Cookie": "session=1"]
        var run = DryRun { _ in Response(status: 302, headerFields: elsewhere) }
        #expect(try run.load(login) == "session=1")
        #expect(try run.load(picky.validating(.any)).isEmpty)
        #expect(run.requests.count == 2)
    }

    @Test func `messages are shown in one place`() async throws {
        let server = try LoopbackServer { _ in Response(status: 500) }
        defer { server.stop() }
        let tips = Tips()

        let tipping = Webservice(
            baseURL: server.baseURL,
            observers: [
                .failures { error, request in tips.show("\(request?.url.path ?? ""): \(error)") }
            ])

        await #expect(throws: LoadError.self) { try await tipping.load(Resource<Data>(url: URL(string: "a")!)) }
        #expect(tips.shown.withLock { $0 }.first?.hasPrefix("/a: GET http://127.0.0.1") == true)
    }

    @Test func `async code or a dry run answers a question`() async throws {
        struct SignIn: Sendable { func idToken() async throws -> String { "token-1" } }
        let signIn = SignIn()
        let respond: @Sendable (Request) -> Response = { request in
            let isKnown = request.headerFields["Authorization"] == "Bearer token-1"
            return Response(status: isKnown ? 200 : 401, body: Data(#"{"name": "Ada"}"#.utf8))
        }
        let transport = StubTransport(respond)
        let url = url

        let signedIn = Plan.ask(.idToken).flatMap { token in
            Resource<User>(json: url, headerFields: ["Authorization": "Bearer \(token)"])
        }

        let webservice = Webservice(
            answers: [.to(.idToken) { try await signIn.idToken() }], transport: transport)
        #expect(try await webservice.load(signedIn).name == "Ada")

        var run = DryRun(respond)
        run.answer(.idToken) { "token-1" }
        #expect(try run.load(signedIn).name == "Ada")
    }
}
