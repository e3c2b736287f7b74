import Foundation
import ResourcefulIdentity
import ResourcefulTesting
import Testing

/// The corners of a load, over a real server.
@Suite(.permit) struct CornerTests {
    private static let text: @Sendable (Data) throws -> String = { String(decoding: $0, as: UTF8.self) }
    private let list = Resource(url: URL(string: "list")!, parse: text)

    /// A request that is held by the server until it is let go.
    private final class Hold: Sendable {
        private let state = Locked((isHeld: false, isFree: false))

        var isHeld: Bool { state.withLock { $0.isHeld } }
        func release() { state.withLock { $0.isFree = true } }

        /// Holds the calling thread, the first time.
        func wait() {
            let isFirst = state.withLock { state in
                defer { state.isHeld = true }
                return !state.isHeld
            }
            while isFirst, !state.withLock({ $0.isFree }) { usleep(1_000) }
        }
    }

    @Test(arguments: Subject.allCases) func `credentials on a resource with a relative URL are sent`(
        subject: Subject
    ) async throws {
        let service = try Service(subject) { request in
            Response(body: Data((request.headerFields["Authorization"] ?? "nobody").utf8))
        }
        let base = try #require(service.webservice.order.description.firstMatch(of: /http:\S+/)).output
        let basic = Policy.basic(user: "a", password: "b", for: URL(string: String(base))!)
        #expect(try await service.webservice.load(list.applying(basic)) == "Basic YTpi")
        #expect(try await service.webservice.load(list.plan.applying(basic)) == "Basic YTpi")
    }

    @Test(arguments: Subject.overSockets)
    func `after a change of user, the load of the one before is not joined`(subject: Subject) async throws {
        let hold = Hold()
        let service = try Service(subject, policies: [Self.session]) { request in
            hold.wait()
            return Response(body: Data((request.headerFields["Authorization"] ?? "").utf8))
        }
        try await service.webservice.load(Self.signIn("first"))
        let first = Task { try await service.webservice.load(list) }
        #expect(await eventually { hold.isHeld })
        try await service.webservice.load(Self.signIn("second"))
        #expect(try await service.webservice.load(list) == "second")
        hold.release()
        #expect(try await first.value == "first")
    }

    @Test(arguments: Subject.allCases, ["X-Auth-Token", "X-Api-Key", "Authorization", "Cookie"])
    func `what a cache keeps for one user is not for the next, wherever the credential stands`(
        subject: Subject, field: String
    ) async throws {
        let name = try #require(HeaderFields.Name(field))
        let service = try Service(subject, policies: [.cache()]) { request in
            Response(
                headerFields: ["Cache-Control": "private, max-age=3600"],
                body: Data((request.headerFields[name] ?? "nobody").utf8))
        }
        for user in ["a", "b", "a"] {
            #expect(try await service.webservice.load(list.header(name, user)) == user)
        }
        #expect(try await service.webservice.load(list) == "nobody")
        #expect(service.requests.count == 3)
    }

    @Test(arguments: Subject.overSockets)
    func `a read after a write that was answered is not one from before`(subject: Subject) async throws {
        let (hold, version) = (Hold(), Locked(0))
        let service = try Service(subject) { request in
            let seen = version.withLock { version in
                if request.method == .post { version += 1 }
                return version
            }
            if request.method == .get { hold.wait() }
            return Response(body: Data("\(seen)".utf8))
        }
        let first = Task { try await service.webservice.load(list) }
        #expect(await eventually { hold.isHeld })
        var post = list
        post.method = .post
        #expect(try await service.webservice.load(post) == "1")
        #expect(try await service.webservice.load(list) == "1")
        hold.release()
        #expect(try await first.value == "0")
    }

    @Test(arguments: Subject.allCases) func `an envelope's failure is not kept, and does not replace the good list`(
        subject: Subject
    ) async throws {
        let answers = Locked([#"{"code": 1001}"#, #"{"code": 0, "data": ["a"]}"#, #"{"code": 1001}"#][...])
        let service = try Service(subject) { _ in
            guard let answer = answers.withLock({ $0.popFirst() }) else { return Response(status: 500) }
            return Response(body: Data(answer.utf8))
        }
        let posts = Resource<[String]>(json: URL(string: "posts")!).inside(Envelope()).cached(for: .milliseconds(1))
        await #expect(throws: ServiceError.self) { try await service.webservice.load(posts) }
        #expect(try await service.webservice.load(posts) == ["a"])
        try await Task.sleep(for: .milliseconds(20))
        var shown: [[String]] = []
        await #expect(throws: ServiceError.self) {
            for try await update in service.webservice.updates(of: posts) { shown.append(update.value) }
        }
        #expect(shown == [["a"]])
        #expect(try await service.webservice.load(posts.onlyIfCached()) == ["a"])
    }

    @Test(arguments: Subject.allCases) func `a redirection can be looked at, or be left alone`(
        subject: Subject
    ) async throws {
        let service = try Service(subject, policies: [.followingRedirects(limit: 0)]) { request in
            request.url.path == "/list"
                ? Response(status: 302, headerFields: ["Location": "/end", "Set-Cookie": "session=1"])
                : Response(body: Data("end".utf8))
        }
        let login = list.validating(.status(302)).withResponse.map { $1.headerFields["Set-Cookie"] }
        #expect(try await service.webservice.load(login) == "session=1")
        #expect(try await service.webservice.load(list.redirects(.standard)) == "end")
        await #expect(throws: LoadError.self) { try await service.webservice.load(list) }
    }

    @Test(arguments: Subject.allCases) func `a redirection to an app is a response like any other`(
        subject: Subject
    ) async throws {
        let service = try Service(subject) { _ in
            Response(status: 302, headerFields: ["Location": "myapp://callback?code=1"])
        }
        let callback = list.validating(.status(302)).withResponse.map { $1.headerFields["Location"] }
        #expect(try await service.webservice.load(callback) == "myapp://callback?code=1")
    }

    @Test(arguments: Subject.allCases) func `each hop is signed again`(subject: Subject) async throws {
        let service = try Service(
            subject,
            policies: [
                .retry(upTo: 1),
                Policy(named: "signing", perHop: true) { request, next in
                    Plan.nonce.flatMap { next(request.header("X-Signature", "\($0)")) }
                },
            ]
        ) { request in
            request.url.path == "/list" ? Response(status: 307, headerFields: ["Location": "/end"]) : Response()
        }
        _ = try await service.webservice.load(list)
        let signatures = service.requests.map { $0.headerFields["X-Signature"] }
        #expect(signatures.count == 2 && Set(signatures).count == 2 && !signatures.contains(nil))
    }

    @Test(arguments: Subject.allCases)
    func `limits, a refresh and a custom limit end`(subject: Subject) async throws {
        let tokens = Locked(0)
        let url = URL(string: "http://\(subject == .stub ? "stub.example" : "127.0.0.1")/")!
        for _ in 0..<20 {
            let service = try Service(subject, policies: [.limit(atOnce: 1)]) { request in
                if request.url.path == "/token" {
                    let token = tokens.withLock { tokens in
                        tokens += 1
                        return tokens
                    }
                    return Response(body: Data(#"{"access_token": "\#(token)", "token_type": "Bearer"}"#.utf8))
                }
                let isGood = request.headerFields["Authorization"] == "Bearer \(tokens.withLock { $0 })"
                return Response(status: isGood ? 200 : 401, body: Data("x".utf8))
            }
            let base = try #require(service.webservice.order.description.firstMatch(of: /http:\S+/)).output
            let bearer = Policy.bearer(for: URL(string: String(base)) ?? url, token: Token("old")) { _ in
                Resource(url: URL(string: "token")!, method: .post, parseJSON: Token.oauth)
            }
            let (a, b) = (list.query("a", 1), list.query("b", 1).applying(.limit(atOnce: 1)))
            let both = zip(a.plan.applying(bearer), b.plan.applying(bearer)).map { $0 + $1 }
            #expect(try await service.webservice.load(both) == "xx")
        }
        #expect(tokens.withLock { $0 } == 20, "one refresh for each pair")
    }

    private static let session = Policy(named: "session") { request, next in
        Plan.read("user").flatMap { entry in
            next(request.header("Authorization", entry.map { String(decoding: $0.data, as: UTF8.self) }))
        }
    }

    private static func signIn(_ user: String) -> Plan<Void> {
        .write(StoreEntry(data: Data(user.utf8), date: .distantPast), to: "user")
    }
}
