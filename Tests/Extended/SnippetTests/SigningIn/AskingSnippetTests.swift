import Foundation
import Resourceful
import ResourcefulTesting
import Testing

private struct Login: Sendable {
    let name: String
    let password: String
}

extension Question<Login> {
    fileprivate static let login = Question("login")
}

/// Signs in while loads wait.
@Suite(.permit) struct AskingSnippetTests {
    private static func bearer() -> Policy {
        let asking = Policy { request, next in
            Plan.ask(.login).flatMap { login in
                var request = request
                request.body = .form(["user": login.name, "password": login.password])
                return next(request)
            }
        }
        let signIn = Resource("token", method: .post, parseJSON: Token.oauth).applying(asking)
        let bearer = Policy.bearer(for: api) { _ in signIn }
        return bearer
    }

    nonisolated private static func answer(_ request: Request) throws -> Response {
        guard request.url.path() == "/token" else {
            let sent = request.headerFields["Authorization"] ?? "none"
            return Response(body: Data(#""\#(sent)""#.utf8))
        }
        let form = String(decoding: try request.body?.encoded() ?? Data(), as: UTF8.self)
        guard form == "user=ada&password=pw" else { return Response(status: 401) }
        return Response(body: Data(#"{"access_token": "a1"}"#.utf8))
    }

    private static let pages = (0..<20).map { Resource<String>(json: "page{n}", ["n": $0]) }

    @Test func `twenty loads ask the user once, and continue with the token`() throws {
        var asked = 0
        var run = DryRun(baseURL: api, policies: [Self.bearer()]) { try Self.answer($0) }
        run.answer(.login) {
            asked += 1
            return Login(name: "ada", password: "pw")
        }
        #expect(try Set(run.load(all(Self.pages))) == ["Bearer a1"])
        #expect(asked == 1 && run.requests.count == 21)
        #expect(!"\(run.events)".contains("password=pw"))
    }

    @Test func `a Webservice asks once, even if the answer is slow`() async throws {
        let webservice = Webservice(
            baseURL: api, policies: [Self.bearer()],
            answers: [
                .to(Question<Login>.login) {
                    try await Task.sleep(for: .milliseconds(20))
                    return Login(name: "ada", password: "pw")
                }
            ], transport: StubTransport { try Self.answer($0) })
        #expect(try await Set(webservice.load(all(Self.pages))) == ["Bearer a1"])
    }

    @Test func `if the user declines, all loads fail with one error, and the next load asks again`() throws {
        struct Declined: Error {}
        var asked = 0
        var run = DryRun(baseURL: api, policies: [Self.bearer()]) { try Self.answer($0) }
        run.answer(.login) {
            asked += 1
            throw Declined()
        }
        let outcomes = try run.load(
            all(Self.pages.map { $0.plan.map { _ in "loaded" }.recover { Plan.value("\(type(of: $0))") } }))
        #expect(Set(outcomes) == ["Declined"] && asked == 1)
        #expect(throws: Declined.self) { try run.load(Self.pages[0]) }
        #expect(asked == 2 && run.requests.isEmpty)
    }
}
