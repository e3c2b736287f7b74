import ResourcefulDiagnostics
import ResourcefulIdentity
import ResourcefulResilience
import ResourcefulTesting
import Testing

/// The explanations of plans: what is known before any response, and what isn't.
struct ExplanationTests {
    private let api = URL(string: "https://api.example.org/")!

    private func get(_ path: String) -> Resource<String> {
        Resource(url: URL(string: path)!) { String(decoding: $0, as: UTF8.self) }
    }

    private func run(_ policies: [Policy] = []) -> DryRun {
        DryRun(baseURL: api, policies: policies) { _ in
            Issue.record("an explanation sent a request")
            return Response()
        }
    }

    /// What the explanation of a plan says from its requests on.
    private func end(of loadable: some Loadable, _ policies: [Policy] = []) throws -> [String] {
        let explanation = try run(policies).explain(loadable)
        let subjects = ["sends", "then", "fails", "asks", "wait", "deadline", "sharing"]
        return explanation.lines.filter { subjects.contains($0.subject) }.map {
            "\($0.subject) \($0.text)".replacing("\(api)", with: "")
        }
    }

    @Test func `the text is aligned, and ends with the requests`() throws {
        let bearer = Policy.bearer(for: api) { _ in
            Resource(url: URL(string: "/token")!, method: .post, parseJSON: Token.oauth)
        }
        let explanation = try run([.cache(), .retry(upTo: 2), bearer, .limit(atOnce: 4)]).explain(get("episodes"))
        #expect(
            "\(explanation)" == """
                request  GET https://api.example.org/episodes
                user     told apart by Bearer
                cache    nothing is stored: fetched
                retry    GET is idempotent: 0–0.25 s, 0–0.5 s; 50 of 50 left in the budget
                Bearer   there is no token yet: refreshed first, once for all loads
                limit    4 at once per origin, 0 under way
                sends    POST https://api.example.org/token
                sends    GET https://api.example.org/episodes
                """)
        #expect(explanation.requests.map(\.method) == [.post, .get])
        #expect(explanation.requests[1].headerFields["Authorization"] == Redaction.mark)
    }

    @Test func `what follows from a response isn't known`() throws {
        let two = get("a").flatMap { _ in get("b") }
        #expect(try end(of: two) == ["sends GET a", "then what depends on a response"])
        #expect(try end(of: Plan.value(1).flatMap { _ in get("a") }) == ["sends GET a"])
        #expect(try end(of: get("a").plan.map { $0 + "!" }) == ["sends GET a"])
        #expect(try end(of: Plan.value(1)) == ["sends nothing"])
    }

    @Test func `each branch is explained up to its first request`() throws {
        #expect(try end(of: zip(get("a"), get("b"))) == ["sends GET a", "sends GET b"])
        #expect(
            try end(of: zip(get("a"), get("a"))) == [
                "sharing an equal request is under way: its response is used", "sends GET a",
            ])
        let rest = "then what depends on a response"
        #expect(try end(of: all((1...4).map { get("\($0)") })) == (1...4).map { "sends GET \($0)" })
        #expect(try end(of: all((1...4).map { get("\($0)") }, atOnce: 2)) == ["sends GET 1", "sends GET 2", rest])
        #expect(try end(of: first(of: [get("a"), get("b")])) == ["sends GET a", "sends GET b"])
        #expect(
            try end(of: first(of: [get("a"), get("b")], staggeredBy: .seconds(1))) == ["sends GET a", rest])
        #expect(try end(of: get("a").plan.deadline(.seconds(5))) == ["deadline 5 s", "sends GET a"])
        let slow = Plan.wait(for: .seconds(9)).map { "" }
        #expect(
            try end(of: slow.deadline(.seconds(5))) == [
                "wait 9 s", "deadline 5 s", "sends nothing", "fails the deadline of 5 s has passed",
            ])
        let late = zip(slow, Plan.value("")).flatMap { _ in Plan.now }
            .flatMap { get("\(Int($0.timeIntervalSinceReferenceDate))") }
        #expect(try end(of: late).last == "sends GET 9")
        #expect(try end(of: zip(slow, slow).map { _ in "" }.flatMap { _ in get("a") }).last == "sends GET a")
    }

    @Test func `a value at once decides a race, and a failure ends what runs beside it`() throws {
        struct Refused: Error {}
        let stored = Plan.value("stored")
        #expect(try end(of: first(of: [get("a").plan, stored])) == ["sends GET a"])
        #expect(try end(of: first(of: [Plan.failure(Refused()), stored])) == ["sends nothing"])
        #expect(try end(of: first(of: [Plan<String>.failure(Refused())])).last?.hasPrefix("fails Refused") == true)
        let failing = zip(stored, Plan<String>.failure(Refused()))
        #expect(try end(of: failing.map { _ in }).last?.hasPrefix("fails Refused") == true)
        #expect(try end(of: failing.map { _ in "" }.recover { _ in get("b") }) == ["sends GET b"])
    }

    @Test func `nothing is sent, and what can't be sent is reported`() throws {
        let asking = Plan.ask(Question<String>("password")).flatMap { _ in get("a") }
        #expect(try end(of: asking) == ["asks for password", "sends nothing", "then what depends on a response"])
        let outside = try end(of: get("ftp://h/a"))
        #expect(outside.first == "sends nothing")
        #expect(outside.last?.hasPrefix("fails GET ftp://h/a can't be sent") == true)
        #expect(try end(of: get("a"), [.retry(upTo: -1)]).last?.contains("a retry limit must be 0 or more") == true)
    }

    @Test func `a plan without an end and one that is deep are explained`() throws {
        @Sendable func tick() -> Plan<String> { Plan.now.flatMap { _ in tick() } }
        #expect(try end(of: tick()) == ["sends nothing", "then what depends on a response"])
        var deep: Plan<String> = get("a").plan
        for _ in 0..<5_000 { deep = deep.changingRequests { $0.headerFields["X"] = "1" }.limited(to: 1, under: "x") }
        #expect(try end(of: deep) == ["sends GET a"])
    }

    @Test func `what a load would write is read by the rest of it`() throws {
        let name = "note"
        let writing = Plan.write(StoreEntry(data: Data([7]), date: .distantPast), to: name)
            .flatMap { Plan.read(name) }.flatMap { entry in get("\(entry?.data.first ?? 0)") }
        #expect(try end(of: writing) == ["sends GET 7"])
        var run = DryRun(baseURL: api, policies: [.cache(for: .seconds(9))]) { _ in Response(body: Data("a".utf8)) }
        _ = try run.load(get("a"))
        let removing = Plan.removeCached(.all).flatMap { get("a") }
        #expect(try run.explain(get("a")).requests.isEmpty)
        #expect(try run.explain(removing).requests.count == 1)
        #expect(run.store.isEmpty && run.cache.entries.count == 1)
    }

    @Test func `policies that watch aren't called`() throws {
        let watching = Policy.watching(willSend: { _ in Issue.record("called") })
        #expect(try end(of: get("a"), [watching]) == ["sends GET a"])
    }

    @Test func `a value of the store is read, and a failing envelope is reported`() throws {
        let item = Resource<String>(url: URL(string: "a")!, parseJSON: { try $0.string })
        var run = DryRun(baseURL: api, policies: [.cache(for: .seconds(9))]) { _ in
            Response(headerFields: ["Content-Type": "application/json"], body: Data(#"{"code": 0, "data": "x"}"#.utf8))
        }
        _ = try run.load(Resource<Data>(url: URL(string: "a")!) { $0 })
        let explanation = try run.explain(item)
        #expect(explanation.requests.isEmpty)
        #expect(explanation.lines.last?.subject == "fails", "\(explanation)")
        #expect(try run.explain(item.inside(Envelope())).lines.last?.text == "nothing")
    }

    @Test func `users have entries of their own`() throws {
        let user = Policy(
            named: "session", identifying: { _ in Plan.read("user").map { $0.map { "\($0.data.count)" } } }
        ) {
            request, next in next(request.header("Authorization", "s"))
        }
        var run = DryRun(baseURL: api, policies: [.cache(for: .seconds(9)), user]) { _ in Response(body: Data("a".utf8))
        }
        let signIn = { (number: UInt8) in StoreEntry(data: Data(repeating: 0, count: Int(number)), date: .distantPast) }
        run.store["user"] = signIn(1)
        _ = try run.load(get("a"))
        #expect(try run.explain(get("a")).requests.isEmpty)
        run.store["user"] = signIn(2)
        #expect(try run.explain(get("a")).requests.count == 1)
    }
}

/// The warnings that only a load can have.
struct ExplanationWarningTests {
    private let api = URL(string: "https://api.example.org/")!

    private func warnings(_ policies: [Policy], _ change: (Resource<Data>) -> Resource<Data> = { $0 }) throws
        -> [String]
    {
        let run = DryRun(baseURL: api, policies: policies) { _ in Response() }
        return try run.explain(change(Resource<Data>(url: URL(string: "a")!) { $0 })).warnings
    }

    private func post(_ resource: Resource<Data>) -> Resource<Data> {
        var resource = resource
        resource.method = .post
        return resource
    }

    @Test func `the order's warnings are those of the load, with its own policies`() throws {
        let signing = Policy.signing(for: api) { request, _, _ in request }
        #expect(try warnings([.retry(), signing]).isEmpty)
        #expect(try warnings([signing, .retry()]).count == 2)
        #expect(
            try warnings([.retry()]) { $0.applying(signing) }
                .contains("signing is outside retry: a retry repeats the signature, its time and its nonce"))
    }

    @Test func `settings without effect are reported`() throws {
        #expect(
            try warnings([.retry(RetryRule(upTo: 3, budget: RetryBudget(capacity: 0, deposit: 1)))])
                == ["the retry budget has a capacity of 0: nothing is retried"])
        #expect(
            try warnings([.retry(RetryRule(upTo: 3, on: .none))]) == ["no outcome is retried: the retry rule has none"])
        #expect(
            try warnings([.circuitBreaker(on: .none)]) == ["the circuit never opens: no outcome counts as a failure"])
        #expect(
            try warnings([.hedging(after: .seconds(1), budget: RetryBudget(capacity: 0, deposit: 0))])
                == ["the hedging budget has a capacity of 0: there is no second request"])
        #expect(try warnings([.cache()]) { post($0).cached() } == ["the request's own caching has no effect on POST"])
        #expect(try warnings([.cache()]) { post($0).cached(for: .seconds(9)) }.isEmpty)
        let objection = "POST isn't idempotent, and the request has no idempotency key"
        #expect(
            try warnings([]) { post($0).retrying(.standard) }
                == ["the request's own retry rule has no effect: \(objection)"])
        #expect(
            try warnings([]) { post($0).hedged(after: .seconds(1)) }
                == ["the request's own hedging has no effect: \(objection)"])
        #expect(try warnings([.retry(), .hedging(after: .seconds(1))], post).isEmpty)
    }

    @Test func `a cache inside a token, and one that doesn't know the user`() throws {
        let bearer = Policy.bearer(for: api, token: Token("t")) { _ in
            Resource(url: URL(string: "/token")!, method: .post, parseJSON: Token.oauth)
        }
        #expect(try warnings([bearer, .cache()]) == ["Bearer is outside cache: a stored response waits for a token"])
        #expect(try warnings([.cache(), bearer]).isEmpty)
        let own = Policy(named: "own") { request, next in next(request.header("Authorization", "s")) }
        #expect(
            try warnings([.cache(), own])
                == ["a policy inside the cache adds credentials without a user: the response isn't stored"])
        #expect(try warnings([own, .cache()]).isEmpty)
    }
}
