import ResourcefulTesting
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct DigestTests {
    private static let url = URL(string: "http://www.example.org/dir/index.html")!
    private static let rfcNonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"

    private func answer(_ challenge: String, password: String, clientNonce: String) throws -> DigestAnswer {
        let challenge = try #require(DigestChallenge.strongest(of: AuthenticationChallenge.all(parsing: challenge)))
        return DigestAnswer(
            user: "Mufasa", password: password, method: .get, target: "/dir/index.html", clientNonce: clientNonce,
            challenge: challenge.used(after: nil))
    }

    @Test func `the password isn't shown when the policy is dumped, nor a secret of a rule of your own`() {
        struct Guarded: ExplainedRule {
            let secret: String

            func remarks(on request: Request) -> Plan<PolicyRemarks> { .value("guarded") }
        }
        let policies: [Policy] = [
            .digest(user: "Mufasa", password: "Circle of Life", for: Self.url),
            Policy(named: "guard", explainedBy: Guarded(secret: "Circle of Life")) { request, next in next(request) },
        ]
        var printed = "\(policies)"
        dump(policies, to: &printed)
        dump(Webservice(policies: policies, transport: StubTransport { _ in Response() }).order, to: &printed)
        #expect(printed.contains("Digest") && printed.contains("guard"))
        #expect(!printed.contains("Circle"))
    }

    @Test(arguments: [
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ]) func `the examples of RFC 7616 come out`(algorithm: String, response: String) throws {
        let challenge = #"""
            Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\#(algorithm), \#
            nonce="\#(Self.rfcNonce)", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
            """#
        let nonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        let answer = try answer(challenge, password: "Circle of Life", clientNonce: nonce)
        #expect(answer.response == response)
        #expect(
            answer.credentials == #"""
                Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", \#
                algorithm=\#(algorithm), nonce="\#(Self.rfcNonce)", nc=00000001, cnonce="\#(nonce)", qop=auth, \#
                response="\#(response)", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
                """#)
    }

    @Test func `the example of RFC 2617 comes out`() throws {
        let challenge = #"""
            Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", \#
            opaque="5ccc069c403ebaf9f0171e9517f40e41"
            """#
        let answer = try answer(challenge, password: "Circle Of Life", clientNonce: "0a4f113b")
        #expect(answer.response == "6629fae49393a05397450978507c4ef1")
    }

    @Test func `the strongest challenge that can be answered is`() {
        let cases: [(String, String?)] = [
            ("Digest realm=a, nonce=n, algorithm=MD5, Digest realm=a, nonce=n, algorithm=SHA-256", "SHA-256"),
            ("Basic realm=a, Digest realm=a, nonce=n", "MD5"), ("Digest realm=a, nonce=n, qop=\"auth-int\"", nil),
            ("Digest realm=a, nonce=n, algorithm=SHA-512-256", nil), ("Basic realm=a", nil), ("Digest realm=a", nil),
            ("Digest realm=a, nonce=n, algorithm=\"sha-256-SESS\"", "SHA-256"),
        ]
        for (text, algorithm) in cases {
            #expect(
                DigestChallenge.strongest(of: AuthenticationChallenge.all(parsing: text))?.algorithm.rawValue
                    == algorithm, "\(text)")
        }
    }

    /// A server that checks every answer by the same formula, and that no count of a nonce comes twice.
    private final class Server {
        var nonce = "n1"
        var counts: Set<String> = []
        let parameters: String

        init(_ parameters: String) { self.parameters = parameters }

        func respond(_ request: Request) throws -> Response {
            let sent = request.headerFields["Authorization"].flatMap { AuthenticationChallenge.all(parsing: $0).first }
            if let sent, sent["nonce"] == nonce {
                let text = "Digest nonce=\(nonce), \(parameters)"
                var challenge = try #require(DigestChallenge.strongest(of: AuthenticationChallenge.all(parsing: text)))
                challenge.count = UInt32(sent["nc"] ?? "1", radix: 16) ?? 0
                let answer = DigestAnswer(
                    user: "user", password: "password", method: request.method, target: sent["uri"] ?? "",
                    clientNonce: sent["cnonce"] ?? "", challenge: challenge)
                let isNew = !challenge.hasQuality || counts.insert("\(nonce) \(challenge.count)").inserted
                #expect(isNew, "a count is used once")
                #expect(sent["uri"] == "/dir/index.html?q=%20")
                if answer.response == sent["response"] { return Response() }
            }
            let stale = sent == nil || sent?["nonce"] == nonce ? "" : ", stale=true"
            let challenge = "Digest nonce=\(nonce), \(parameters)\(stale)"
            return Response(status: 401, headerFields: ["WWW-Authenticate": challenge])
        }
    }

    private let get = Resource(url: URL(string: "http://www.example.org/dir/index.html?q=%20")!) { $0.count }.alone()

    @Test(arguments: [
        "realm=a, qop=auth", "realm=a, qop=\"auth-int,auth\", algorithm=SHA-256, opaque=o", "realm=\"a\\\"b\"",
        "realm=a, qop=auth, algorithm=MD5-sess", "realm=a, algorithm=SHA-256-sess, qop=auth, userhash=true",
    ]) func `one refusal teaches what is sent from then on; a stale nonce teaches the next one`(parameters: String)
        throws
    {
        let server = Server(parameters)
        var run = DryRun(policies: [.digest(user: "user", password: "password", for: Self.url)], server.respond)
        _ = try run.load(get)
        #expect(run.requests.count == 2)
        _ = try run.load(all((0..<20).map { _ in get }))
        #expect(run.requests.count == 22)
        server.nonce = "n2"
        _ = try run.load(get)
        _ = try run.load(get)
        #expect(run.requests.count == 25)
        #expect(!run.events.map { "\($0)" }.joined().contains("password"))
    }

    @Test func `many that are challenged at once count the nonce, one after the other`() throws {
        let server = Server("realm=a, qop=auth")
        var run = DryRun(policies: [.digest(user: "user", password: "password", for: Self.url)], server.respond)
        _ = try run.load(all((0..<20).map { _ in get }))
        #expect(run.requests.count == 40 && server.counts.count == 20)
    }

    @Test func `a wrong password is not tried again`() throws {
        var run = DryRun(
            policies: [.digest(user: "user", password: "wrong", for: Self.url)], Server("realm=a, qop=auth").respond)
        #expect(throws: LoadError.self) { try run.load(get) }
        #expect(run.requests.count == 2)
    }

    @Test func `a name that is not ASCII is sent in the extended notation, or hashed`() throws {
        var challenge = try #require(
            DigestChallenge(AuthenticationChallenge.all(parsing: "Digest realm=a, nonce=n")[0]))
        let credentials = {
            DigestAnswer(
                user: "Jäsøn", password: "x", method: .get, target: "/", clientNonce: "c", challenge: challenge
            ).credentials
        }
        #expect(credentials().hasPrefix("Digest username*=UTF-8''J%C3%A4s%C3%B8n, "))
        challenge.hashesUser = true
        #expect(credentials().contains("userhash=true") && !credentials().contains("J%C3"))
    }

    @Test func `no answer goes to another origin`() throws {
        var run = DryRun(policies: [.digest(user: "u", password: "p", for: Self.url)]) { _ in
            Response(status: 401, headerFields: ["WWW-Authenticate": "Digest realm=a, nonce=n, qop=auth"])
        }
        #expect(throws: LoadError.self) { try run.load(Resource(url: URL(string: "http://example.org/")!) { $0 }) }
        #expect(run.requests.map { $0.headerFields["Authorization"] } == [nil])
    }
}
