import ResourcefulDiagnostics
import ResourcefulDisk
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Users behind the token of one program, whom only a field of the request tells apart.
struct OneTokenTests {
    private static let api = URL(string: "https://api.example/")!
    private static let token = Policy.bearer("service", for: api)
    private static let me = Resource<String>(text: Request("me"))
    private static let controls = [
        "private, max-age=60", "max-age=60", "private, max-age=0, stale-while-revalidate=60", "public, max-age=60",
    ]

    private static let lists: [([Policy], lifetime: Duration?)] = [
        ([.cache(), token], nil), ([token, .cache()], nil), ([.cache(for: .seconds(60)), token], .seconds(60)),
    ]

    /// Fields whose names say that a user follows.
    private static let named: [HeaderFields.Name] = [
        "X-On-Behalf-Of", "X-Tenant", "X-TenantID", "x-orgid", "X-Scope-OrgID", "Impersonate-Group", "Sudo", "Act-As",
        "Run-As", "Subject", "Workspace", "Customer-Id", "X-Member", "X-Device-ID", "X-Company", "X-Team", "X-Role",
    ]
    /// Fields whose names say nothing.
    private static let unknown: [HeaderFields.Name] = [
        "X-Color", "Foo", "X-Forwarded-For", "Color-Request", "X-Id", "X-Device", "From",
    ]
    /// Fields that tell no users apart.
    private static let neutral: [HeaderFields.Name] = [
        "Accept-Language", "User-Agent", "Traceparent", "X-Request-ID", "X-Amzn-Trace-Id", "X-Correlation-ID",
        "Req-Num", "X-Retry-Count", "Idempotency-Key", "Sec-CH-UA", "Referer", "X-Nonce",
    ]

    /// The answer to the user whom a field names.
    private static func answer(
        _ control: String, _ name: HeaderFields.Name
    ) -> @Sendable (Request) -> Response {
        { request in
            let body = Data("of \(request.headerFields[name] ?? "?")".utf8)
            return Response(headerFields: ["Cache-Control": control, "ETag": "\"1\""], body: body)
        }
    }

    /// What users get, one after the other, and the number of requests.
    private static func told(
        _ users: [String], by name: HeaderFields.Name, _ policies: [Policy], _ control: String
    ) throws -> (values: [String], count: Int) {
        var run = DryRun(baseURL: api, policies: policies, answer(control, name))
        let values = try users.map { try run.load(me.header(name, $0)) }
        return (values, run.requests.count)
    }

    @Test(arguments: named + unknown) func `a field that can name a user tells responses apart`(
        name: HeaderFields.Name
    ) throws {
        for control in Self.controls {
            for (policies, lifetime) in Self.lists {
                for users in [["ada", "bob", "ada", "bob"], ["bob", "ada", "bob", "ada"]] {
                    let told = try Self.told(users, by: name, policies, control)
                    #expect(told.values == users.map { "of \($0)" }, "\(control), \(policies)")
                    // Each user's second load is a hit, or stale and validated behind.
                    let isFresh = !control.contains("max-age=0") || lifetime != nil
                    #expect(told.count == (isFresh ? 2 : 4), "\(control), \(policies)")
                }
            }
        }
    }

    @Test func `no user gets the response of another by a random field beside a token`() throws {
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<Effort.size(reduced: 40, usual: 200, full: 2_000) {
            let letters = (0..<Int.random(in: 4...14, using: &numbers)).compactMap { _ in
                "abcdefghijklmnopqrstuvwxyz-".randomElement(using: &numbers)
            }
            let name = try #require(HeaderFields.Name("X" + String(letters)))
            let control = Self.controls.randomElement(using: &numbers) ?? ""
            let users = ["ada", "bob", "cleo"].shuffled(using: &numbers)
            let told = try Self.told(users + users, by: name, [.cache(), Self.token], control)
            #expect(told.values == (users + users).map { "of \($0)" }, "\(name), \(control)")
        }
    }

    @Test(arguments: named) func `a name that says whose a request is tells apart without credentials, too`(
        name: HeaderFields.Name
    ) throws {
        let told = try Self.told(["ada", "bob", "ada"], by: name, [.cache()], "private, max-age=60")
        #expect(told.values == ["of ada", "of bob", "of ada"] && told.count == 2)
    }

    @Test(arguments: neutral) func `a neutral field costs no hit`(name: HeaderFields.Name) throws {
        let told = try Self.told(["1", "2", "3"], by: name, [.cache(), Self.token], "private, max-age=60")
        #expect(told.values == ["of 1", "of 1", "of 1"] && told.count == 1)
    }

    @Test(arguments: unknown + neutral) func `without anything about the user, only Vary and names of users count`(
        name: HeaderFields.Name
    ) throws {
        for control in ["max-age=60", "private, max-age=60"] {
            #expect(try Self.told(["1", "2"], by: name, [.cache()], control).count == 1)
        }
    }

    @Test func `a token in the query, a cookie, a tenant and an account are something about the user`() async throws {
        var run = DryRun(baseURL: Self.api, policies: [.cache()], Self.answer("private, max-age=60", "X-Color"))
        let resources = [
            Resource<String>(text: Request("me?access_token=7")), Self.me.header("Cookie", "a=b"),
            Self.me.header("X-Tenant", "acme"),
        ]
        for resource in resources {
            for user in ["ada", "bob"] { #expect(try run.load(resource.header("X-Color", user)) == "of \(user)") }
        }
        let transport = StubTransport { Self.answer("private, max-age=60", "X-Color")($0) }
        let account = Webservice(baseURL: Self.api, policies: [.cache()], transport: transport).account("acme")
        for user in ["ada", "bob"] { #expect(try await account.load(Self.me.header("X-Color", user)) == "of \(user)") }
    }

    @Test(arguments: named + unknown) func `users at once, on a disk, and after a canceled load get their own`(
        name: HeaderFields.Name
    ) async throws {
        let folder = TemporaryFolder()
        let sent = Counter()
        let transport = StubTransport { request in
            sent.add()
            if sent.value == 1 { return try await hang() }
            return Self.answer("private, max-age=60", name)(request)
        }
        // Each is another process.
        let services = (0..<2).map { _ in
            Webservice(
                baseURL: Self.api, policies: [.cache(in: DiskCache(folder: folder.url)), Self.token],
                transport: transport)
        }
        let canceled = Task { try await services[0].load(Self.me.header(name, "ada")) }
        #expect(await eventually { sent.value == 1 })
        let bob = Task { try await services[0].load(Self.me.header(name, "bob")) }
        canceled.cancel()
        #expect(try await bob.value == "of bob")
        await #expect(throws: CancellationError.self) { try await canceled.value }
        for service in services {
            for user in ["ada", "bob"] { #expect(try await service.load(Self.me.header(name, user)) == "of \(user)") }
        }
        #expect(sent.value == 3)
    }

    @Test func `a stored value, an offline one and one instead of an error are the user's own`() throws {
        let answers = Locked(0)
        var run = DryRun(
            baseURL: Self.api, policies: [.cache(Caching(staleIfError: .seconds(600))), Self.token]
        ) { request in
            let number = answers.withLock { count in
                count += 1
                return count
            }
            return number > 1
                ? Response(status: 503) : Self.answer("private, max-age=60", "X-Color")(request)
        }
        let (ada, bob) = (Self.me.header("X-Color", "ada"), Self.me.header("X-Color", "bob"))
        #expect(try run.load(ada) == "of ada")
        #expect(throws: LoadError.self) { try run.load(bob.onlyIfCached()) }
        #expect(throws: LoadError.self) { try run.load(bob) }
        #expect(throws: LoadError.self) { try run.updates(of: bob) }
        try run.load(Plan.wait(for: .seconds(90)))
        #expect(try run.load(ada) == "of ada")
        #expect(throws: LoadError.self) { try run.load(bob) }
    }

    @Test func `a failing envelope of one user leaves the stored value of another`() throws {
        var run = DryRun(baseURL: Self.api, policies: [.inside(Envelope()), .cache(), Self.token]) { request in
            let text = request.headerFields["X-Tenant"] == "ada" ? #"{"code":0,"data":[7]}"# : #"{"code":9}"#
            return Response(headerFields: ["Cache-Control": "private, max-age=60"], body: Data(text.utf8))
        }
        let list = Resource<[Int]>(json: "list")
        for _ in 0..<2 {
            #expect(try run.load(list.header("X-Tenant", "ada")) == [7])
            #expect(throws: ServiceError.self) { try run.load(list.header("X-Tenant", "bob")) }
        }
        #expect(run.requests.count == 3)
    }

    private enum Turn: RequestOption {
        static let defaultValue = 0
        static var sharedFields: [HeaderFields.Name]? { ["X-Turn", "X-Tenant"] }
    }

    @Test(arguments: ["X-Turn", "X-Tenant"] as [HeaderFields.Name])
    func `an option says that a field tells no users apart`(name: HeaderFields.Name) throws {
        for isInside in [false, true] {
            let turns = Policy { request, next in
                Plan.random.flatMap { next(request.header(name, "\($0)").option(Turn.self, 1)) }
            }
            let policies = isInside ? [.cache(), turns, Self.token] : [turns, .cache(), Self.token]
            var run = DryRun(baseURL: Self.api, policies: policies, Self.answer("private, max-age=60", name))
            for _ in 0..<3 { _ = try run.load(Self.me) }
            #expect(run.requests.count == 1)
        }
    }

    @Test func `default fields inside the cache are stored, and other ones are another user's`() async throws {
        let cache = MemoryCache()
        let transport = StubTransport { Self.answer("private, max-age=60", "X-Color")($0) }
        for _ in 0..<2 {
            for user in ["ada", "bob"] {
                let service = Webservice(
                    baseURL: Self.api,
                    policies: [.cache(in: cache), Self.token, .headerFields(["X-Color": "\(user)"])],
                    transport: transport)
                #expect(try await service.load(Self.me) == "of \(user)")
                #expect("\(service)".contains(" told apart by Bearer\n"))
            }
        }
        #expect(transport.requests.count == 2)
    }

    @Test func `what a policy inside the cache adds of its own isn't stored, and the note names it`() throws {
        let own = Policy { request, next in next(request.header("X-Color", "hunter2")) }
        var run = DryRun(
            baseURL: Self.api, policies: [.cache(), own, Self.token], Self.answer("private, max-age=60", "X-Color"))
        for _ in 0..<2 { _ = try run.load(Self.me) }
        #expect(run.requests.count == 2)
        #expect(run.eventLog.contains("not stored: a policy inside the cache added credentials, X-Color"))
        #expect(!run.eventLog.contains("hunter2"))
    }

    @Test func `a miss and an explanation name the fields, without their values`() async throws {
        var run = DryRun(baseURL: Self.api, policies: [.cache(), Self.token], Self.answer("max-age=60", "X-Color"))
        let resource = Self.me.header("X-Color", "hunter2").header("X-Tenant", "hunter3").header("Accept", "*/*")
        _ = try run.load(resource)
        let note = "cache: nothing is stored that can be used with this X-Color, X-Tenant\n"
        #expect(run.eventLog.contains(note), "\(run.eventLog)")
        let service = Webservice(
            baseURL: Self.api, policies: [.cache(), Self.token], transport: StubTransport { _ in Response() })
        let explanation = "\(try await service.explain(resource))"
        #expect(explanation.contains("told apart by Bearer, X-Color, X-Tenant\n"), "\(explanation)")
    }
}
