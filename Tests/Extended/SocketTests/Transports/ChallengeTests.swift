import ResourcefulIdentity
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers that ask for credentials (RFC 9110, section 11) are answers like others: a policy may act on them.
@Suite(.permit) struct ChallengeTests {
    static let challenges: [[String]] = [
        ["Basic realm=\"here\""], ["Digest realm=\"here\", nonce=\"abc\", qop=\"auth\", algorithm=MD5"],
        ["Bearer realm=\"here\", error=\"invalid_token\""], ["Negotiate"], ["NTLM"], ["Unheard-Of x=1"],
        ["Bearer", "Basic realm=\"a, b\""], ["not a challenge, at all"], [],
    ]

    @Test(
        arguments: Subject.allCases, challenges)
    func `a 401 comes through, with its fields and its body`(subject: Subject, challenges: [String]) async throws {
        let asked = HeaderFields(try challenges.map { try HeaderFields.Field("WWW-Authenticate", $0) })
        let service = try Service(subject) { _ in
            var fields = asked
            fields["X-A"] = "b"
            return Response(status: 401, headerFields: fields, body: Data("who are you?".utf8))
        }
        for fields: HeaderFields in [[:], ["Authorization": "Basic d3Jvbmc6d3Jvbmc="], ["Authorization": "Bearer x"]] {
            let response = try await service.webservice.load(echo(headerFields: fields))
            #expect(response.status == 401)
            #expect(response.text == "who are you?")
            #expect(response.headerFields["X-A"] == "b")
            let values = response.headerFields.values(of: "WWW-Authenticate").joined(separator: ", ")
            #expect(values == challenges.joined(separator: ", "))
            #expect(service.requests.last?.headerFields["Authorization"] == fields["Authorization"])
        }
        #expect(service.requests.count == 3)
    }

    @Test(arguments: Subject.allCases)
    func `a hundred challenges at once come through, and so does what follows them`(subject: Subject) async throws {
        let service = try Service(subject) { request in
            request.headerFields["Authorization"] == nil
                ? Response(
                    status: 401, headerFields: ["WWW-Authenticate": "Basic realm=\"here\""],
                    body: Data("who are you?".utf8))
                : Response(body: Data("it's you".utf8))
        }
        let loads = (0..<100).map { _ in echo(method: .post, body: .data(Data("hello".utf8))).map(\.text) }
        let texts = try await service.webservice.load(all(loads))
        #expect(Set(texts) == ["who are you?"])
        let response = try await service.webservice.load(echo(headerFields: ["Authorization": "Basic YTpi"]))
        #expect(response.text == "it's you")
    }

    @Test(arguments: Subject.overSockets)
    func `a 407 of a server that is no proxy comes through`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in
            Response(
                status: 407, headerFields: ["Proxy-Authenticate": "Basic realm=\"here\""], body: Data("no".utf8))
        }
        let response = try await server.webservice(subject).load(echo())
        #expect(response.status == 407 && response.text == "no")
    }

    @Test(arguments: Subject.overSockets)
    func `a challenge without a body, and one to a HEAD request, come through`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in
            Response(status: 401, headerFields: ["WWW-Authenticate": "Basic realm=\"here\""])
        }
        for method in [Request.Method.get, .head, .post] {
            #expect(try await server.webservice(subject).load(echo(method: method)).status == 401)
        }
    }
}
