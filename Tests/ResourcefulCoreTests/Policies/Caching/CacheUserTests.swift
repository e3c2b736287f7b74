import ResourcefulIdentity
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Nobody gets what is somebody else's.
struct CacheUserTests {
    private static let url = URL(string: "http://example.org/me")!
    private let resource = Resource(url: url) { String(decoding: $0, as: UTF8.self) }

    /// Says who asks, as far as it can tell, in a response that is fresh for long.
    private func tellsWho(_ request: Request) -> Response {
        let authorization =
            request.headerFields["Authorization"] ?? request.headerFields["X-Key"]
            ?? request.headerFields["X-Account"] ?? "nobody"
        return Response(headerFields: ["Cache-Control": "max-age=1000"], body: Data(authorization.utf8))
    }

    private static func policies(of user: String) -> [(name: String, policy: Policy)] {
        [
            ("basic", .basic(user: user, password: "p", for: url)),
            ("bearer", .bearer(for: url, token: Token(user)) { _ in throw CancellationError() }),
            ("key", .apiKey(user, in: .field("X-Key"), for: url)),
            ("other", .apiKey(user, in: .field("X-Account"), for: url)),
            ("own", Policy { request, next in next(request.header("Authorization", user)) }),
        ]
    }

    @Test func `users don't see each other's responses, on whichever side of the cache their credentials are added`()
        throws
    {
        for index in 0..<5 {
            for isOutside in [true, false] {
                var cache = CacheModel()
                for user in ["ann", "bob", "ann", "bob"] {
                    let (name, policy) = Self.policies(of: user)[index]
                    var run = DryRun(policies: isOutside ? [policy, .cache()] : [.cache(), policy], tellsWho)
                    run.cache = cache
                    let (first, second) = (try run.load(resource), try run.load(resource))
                    #expect(first == second)
                    let isTold =
                        first.contains(user) || first == "Basic \(Data("\(user):p".utf8).base64EncodedString())"
                    #expect(isTold, "\(name): \(first)")
                    // Who is added inside by a policy that does not say so is not known: then nothing is kept.
                    let isKept = name != "own" || isOutside
                    if cache.entries.count == 2 || !isKept {
                        #expect(run.requests.count == (isKept ? 0 : 2), "\(name) \(isOutside)")
                    }
                    cache = run.cache
                }
                #expect(cache.entries.count == (index == 4 && !isOutside ? 0 : 2))
                #expect(!cache.entries.keys.contains { "\($0)".contains("ann") })
            }
        }
    }

    @Test func `a token that is renewed is the same user's, and the next user has nothing of it`() throws {
        let bearer = Policy.bearer(for: Self.url, token: Token("one", refreshToken: "r")) { _ in
            Resource<Token>(url: Self.url.appending(path: "token"), method: .post) { _ in Token("two") }
        }
        for policies in [[bearer, .cache()], [.cache(), bearer]] {
            var refused = ""
            var run = DryRun(policies: policies) { request in
                request.headerFields["Authorization"] == refused ? Response(status: 401) : tellsWho(request)
            }
            #expect(try run.load(resource) == "Bearer one")
            refused = "Bearer one"
            _ = try run.load(Resource(url: URL(string: "http://example.org/other")!) { $0.count })
            #expect(try run.load(resource) == "Bearer one", "kept over the renewal")
            try run.load(Plan<Void>.signIn(with: Token("bob"), for: Self.url))
            #expect(try run.load(resource) == "Bearer bob")
            try run.load(Plan<Void>.signIn(with: Token("ann"), for: Self.url))
            #expect(try run.load(resource) == "Bearer ann")
        }
    }

    @Test func `an equal request of the next user is not answered by what is under way for the one before`() throws {
        let bearer = Policy.bearer(for: Self.url, token: Token("ann")) { _ in throw CancellationError() }
        let slow = Policy { request, next in next(request).flatMap { r in Plan.wait(for: .seconds(5)).map { r } } }
        var run = DryRun(policies: [bearer, slow], tellsWho)
        let later = Plan.wait(for: .seconds(1)).flatMap { Plan<Void>.signIn(with: Token("bob"), for: Self.url) }
            .flatMap { resource }
        let (first, second) = try run.load(zip(resource, later))
        #expect(first == "Bearer ann" && second == "Bearer bob")
    }

    @Test func `what one user changes is changed for all`() throws {
        let cache = Policy.cache()
        var run = DryRun(policies: [cache], tellsWho)
        let users = ["ann", "bob"].map { resource.header("Authorization", $0) }
        for user in users { _ = try run.load(user) }
        try run.load(Plan.wait(for: .seconds(1)))
        _ = try run.load(Resource(url: Self.url, method: .put) { $0.count }.header("Authorization", "ann"))
        try run.load(Plan.wait(for: .seconds(1)))
        for user in users + users { _ = try run.load(user) }
        #expect(run.requests.count == 5)
    }

    @Test func `cookies separate users, too, and fields that don't matter don't`() throws {
        var run = DryRun(policies: [.cache()]) { request in
            let cookie = request.headerFields["Cookie"] ?? ""
            return Response(headerFields: ["Cache-Control": "max-age=9"], body: Data(cookie.utf8))
        }
        #expect(try run.load(resource.header("Cookie", "a=1")) == "a=1")
        #expect(try run.load(resource.header("Cookie", "a=2")) == "a=2")
        #expect(try run.load(resource.header("Cookie", "a=1").header("X-Request-ID", "7")) == "a=1")
        #expect(run.requests.count == 2)
    }

    /// Answers with what tells users apart, for ten minutes, and sets a cookie that all users have alike.
    private func privately(_ request: Request) -> Response {
        let names: [HeaderFields.Name] = ["Authorization", "X-Service"]
        let told = names.map { request.headerFields[$0] ?? "-" }.joined(separator: " ")
        let fields: HeaderFields = [
            "Cache-Control": "private, max-age=600", "Set-Cookie": "lb=1", "Vary": "Authorization",
        ]
        return Response(headerFields: fields, body: Data(told.utf8))
    }

    @Test func `a token that a request brings counts, whatever policies name the user`() throws {
        let named = Policy(identifying: { _ in .value("app") }) { request, next in next(request.header("X-App", "1")) }
        let lists: [[Policy]] = [
            [.cache(), .cookies()], [.cookies(), .cache()], [.cache(for: .seconds(900)), .cookies()],
            [.cache(), .apiKey("app", in: .field("X-Service"), for: Self.url)],
            [.apiKey("app", in: .field("X-Service"), for: Self.url), .cache()], [.cache(), named], [named, .cache()],
        ]
        for (number, policies) in lists.enumerated() {
            var run = DryRun(policies: policies, privately)
            // The first response sets the cookie.
            for _ in 0...1 { _ = try run.load(resource) }
            let before = run.requests.count
            for user in ["ada", "bob", "ada"] {
                let told = try run.load(resource.header("Authorization", "Bearer \(user)"))
                #expect(told.hasPrefix("Bearer \(user)"), "\(number)")
            }
            #expect(try run.load(resource).hasPrefix("-"), "\(number)")
            #expect(run.requests.count == before + 2, "\(number): each user's response is used again")
        }
    }

    @Test func `who has another secret is another user`() throws {
        let aws = { (secret: String) throws -> Policy in
            let credentials = AWSCredentials(accessKeyID: "admin", secretAccessKey: secret)
            let origin = try #require(Origin(Self.url))
            return .awsSignature(AWSSignature(credentials, region: "r", service: "s"), for: origin)
        }
        let policies: [(String) throws -> Policy] = [
            { .basic(user: "admin", password: $0, for: Self.url) },
            { .digest(user: "admin", password: $0, for: Self.url) },
            aws,
        ]
        for (number, policy) in policies.enumerated() {
            var cache = CacheModel()
            for (secret, count) in [("right", 1), ("WRONG", 1), ("right", 0)] {
                var run = DryRun(policies: [.cache(), try policy(secret)], privately)
                run.cache = cache
                _ = try run.load(resource)
                #expect(run.requests.count == count, "\(number): \(secret)")
                cache = run.cache
            }
        }
    }

    @Test(arguments: [401, 403, 451])
    func `what a server refuses to a user isn't served to that user again`(status: Int) throws {
        for method in [Request.Method.get, .head] {
            for isValidated in [true, false] {
                var isRefused = false
                var run = DryRun(policies: [.cache()]) { request in
                    guard isRefused, request.headerFields["Authorization"] == "ada" else { return privately(request) }
                    return Response(status: Response.Status(status) ?? 403)
                }
                let (ada, bob) = (resource.header("Authorization", "ada"), resource.header("Authorization", "bob"))
                for user in [ada, bob] { _ = try run.load(user) }
                isRefused = true
                var again = ada
                again.method = method
                #expect(throws: LoadError.self) { try run.load(isValidated ? again.validated() : again.refreshed()) }
                #expect(throws: LoadError.self, "\(method) \(isValidated)") { try run.load(ada) }
                let count = run.requests.count
                _ = try run.load(bob)
                #expect(run.requests.count == count, "the other user's is kept")
            }
        }
    }

    @Test func `a change ends what is stored, whatever part of the query a resource ignores`() throws {
        let ignoring = Caching(ignoredQueryItems: ["utm"])
        let sorted = Caching(ignoresQueryOrder: true)
        let pairs: [(Caching, Caching?)] = [
            (ignoring, .standard), (sorted, .standard), (.standard, ignoring), (ignoring, nil), (.standard, nil),
        ]
        for (caching, general) in pairs {
            for written in ["/me", "/me?utm=1", "/me?utm=2&a=1", "/me?a=1&utm=2"] {
                let url = try #require(URL(string: "http://example.org\(written)"))
                var run = DryRun(policies: general.map { [.cache($0)] } ?? [], privately)
                let read = Resource(url: url) { $0.count }.cached(caching)
                _ = try run.load(read)
                try run.load(Plan.wait(for: .seconds(1)))
                _ = try run.load(Resource(url: url, method: .post) { $0.count })
                try run.load(Plan.wait(for: .seconds(1)))
                _ = try run.load(read)
                #expect(
                    run.requests.count == 3, "\(written) \(caching), \(general.map { "\($0)" } ?? "no cache policy")")
                _ = try run.load(read)
                #expect(run.requests.count == 3, "and only once")
            }
        }
    }
}
