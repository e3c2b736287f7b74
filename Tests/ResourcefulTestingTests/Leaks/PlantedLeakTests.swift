import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Policies and plans that leak, each in its own way: each is found, and its twin without the leak isn't.
struct PlantedLeakTests {
    private static let api = URL(string: "https://api.example.org/")!
    private static let elsewhere = URL(string: "https://cdn.example.org/")!

    /// A policy that leaks a secret.
    struct Mutant: CustomTestStringConvertible, Sendable {
        let name: String
        /// What the leak is in, as the report says it.
        let subject: String
        /// How many failures it needs.
        var failures = 0
        var needs = "password"
        let policy: @Sendable (Canaries) -> Policy
        var testDescription: String { name }
    }

    /// Signs in with the password, and loads a document with the token of the answer.
    private static func plan(_ secrets: Canaries) -> Plan<String> {
        let token = Resource<String>(
            url: api.appending(path: "token"), method: .post, body: .form(["password": secrets["password"]])
        ) { try $0.access_token.string }
        let document = Resource<String>(url: api.appending(path: "document")) { try $0.title.string }
        return token.flatMap { token in
            Plan.write(StoreEntry(data: Data(token.utf8), date: Date(timeIntervalSince1970: 0)), to: "session").flatMap
            {
                document.header("Authorization", "Bearer \(token)")
            }
        }
    }

    private static func answer(_ secrets: Canaries) -> (Request) -> Response {
        { request in
            switch request.url.path {
            case "/token": Response(body: Data(#"{"access_token": "\#(secrets["token"])"}"#.utf8))
            default: Response(headerFields: ["Cache-Control": "max-age=60"], body: Data(#"{"title": "Values"}"#.utf8))
            }
        }
    }

    private static func report(
        _ policies: [Policy], _ secrets: Canaries, atMost: Int = 1, allowed: [AllowedPlace] = allowed
    ) throws -> LeakReport {
        try assertNoLeak(of: secrets, in: plan(secrets), allowed: allowed, atMost: atMost) {
            DryRun(policies: policies, answer(secrets))
        }
    }

    private static let allowed: [AllowedPlace] = [
        .field("Authorization", at: api), .body(at: api.appending(path: "token")).only("password"), .entry("session"),
    ]

    /// A policy that sends each request, and does something with each answer.
    private static func after(
        _ act: @escaping @Sendable (Request, Result<Response, any Error>) throws -> Plan<Response>
    ) -> Policy {
        Policy { request, next in
            next(request).flatMap { response in try act(request, .success(response)) }
                .recover { error in try act(request, .failure(error)) }
        }
    }

    private struct Failed: Error, CustomStringConvertible { let description: String }
    private struct Verbose: Error {
        let secret: String
    }
    private struct ForPeople: Error, LocalizedError, CustomStringConvertible {
        let description = "failed"
        let errorDescription: String?
    }

    private static func get(_ path: String, at url: URL = api) -> Request { Request(url: url.appending(path: path)) }

    /// A request that is sent before each request.
    private static func sending(_ request: @escaping @Sendable () throws -> Request) -> Policy {
        Policy { sent, next in
            guard sent.url.path == "/document" else { return next(sent) }
            return next(try request()).flatMap { _ in next(sent) }
        }
    }

    static let mutants: [Mutant] = [
        Mutant(name: "in the query, after a timeout", subject: "requests", failures: 1) { secrets in
            Policy { request, next in
                next(request).recover { error in
                    guard (error as? LoadError)?.stage == .transport, request.url.path == "/token" else { throw error }
                    return next(request.query(["p": secrets["password"]]))
                }
            }
        },
        Mutant(name: "in a field of another name", subject: "requests") { secrets in
            sending { get("a").header("X-Debug", secrets["password"]) }
        },
        Mutant(name: "in a path", subject: "requests") { secrets in sending { get("a/\(secrets["password"])") } },
        Mutant(name: "in a fragment", subject: "requests") { secrets in
            sending { Request(url: URL(string: "https://api.example.org/#\(secrets["password"])")!) }
        },
        Mutant(name: "as a host", subject: "requests") { secrets in
            sending { Request(url: URL(string: "https://\(secrets["password"]).example.org/")!) }
        },
        Mutant(name: "in Base64 in a cookie", subject: "requests") { secrets in
            sending { get("a").header("Cookie", "a=\(Data(secrets["password"].utf8).base64EncodedString())") }
        },
        Mutant(name: "as the user of another origin", subject: "requests") { secrets in
            .basic(user: "ada", password: secrets["password"], for: elsewhere)
                .wrapping(sending { get("a", at: elsewhere).header("Authorization", "Basic \(secrets["password"])") })
        },
        Mutant(name: "in an allowed field, at another origin", subject: "requests") { secrets in
            sending { get("a", at: elsewhere).header("Authorization", secrets["password"]) }
        },
        Mutant(name: "in an allowed body, with a path beside it", subject: "requests") { secrets in
            sending { get("tokens").method(.post).body(.form(["password": secrets["password"]])) }
        },
        Mutant(
            name: "in a body that is sent again after a redirect to another origin", subject: "requests", failures: 1
        ) {
            secrets in
            Policy { request, next in
                next(request).flatMap { response -> Plan<Response> in
                    guard let url = response.headerFields.location.flatMap({ URL(string: $0) }) else {
                        return .value(response)
                    }
                    var again = request
                    again.url = url
                    return next(again)
                }
            }
        },
        Mutant(name: "in a compressed body", subject: "requests") { secrets in
            sending { get("a").method(.post).body(.json(["p": secrets["password"]]).gzipped()) }
        },
        Mutant(name: "in a part of a multipart body", subject: "requests") { secrets in
            sending { get("a").method(.post).body(.multipart([.text(secrets["password"], name: "note")])) }
        },
        Mutant(name: "half of it", subject: "requests") { secrets in
            sending { get("a").query(["p": String(secrets["password"].dropFirst(3).prefix(10))]) }
        },
        Mutant(name: "in the description of an error", subject: "errors", failures: 1) { secrets in
            after { _, outcome in
                guard case .success(let response) = outcome, response.status.isSuccessful else {
                    throw Failed(description: "can't sign in with \(secrets["password"])")
                }
                return .value(response)
            }
        },
        Mutant(name: "in a member of an error", subject: "errors", failures: 1) { secrets in
            after { _, outcome in
                guard case .success(let response) = outcome, response.status.isSuccessful else {
                    throw Verbose(secret: secrets["password"])
                }
                return .value(response)
            }
        },
        Mutant(name: "in the message for people", subject: "errors", failures: 1) { secrets in
            after { _, outcome in
                guard case .success(let response) = outcome, response.status.isSuccessful else {
                    throw ForPeople(errorDescription: "no \(secrets["password"])")
                }
                return .value(response)
            }
        },
        Mutant(name: "in the message of a transport error", subject: "errors", failures: 1) { secrets in
            Policy { request, next in
                next(request).recover { error in
                    guard (error as? LoadError)?.stage == .transport else { throw error }
                    throw TransportError(.other, "\(secrets["password"]) was lost")
                }
            }
        },
        Mutant(name: "in a decision", subject: "events") { secrets in
            Policy { request, next in
                Plan.note(LoadDecision("sign-in", "with \(secrets["password"])")).flatMap { next(request) }
            }
        },
        Mutant(name: "in the name of a question", subject: "events") { secrets in
            Policy { request, next in
                Plan.ask(Question<String>("is \(secrets["password"]) right?")).map { _ in }.recover { _ in }
                    .flatMap { next(request) }
            }
        },
        Mutant(name: "in the name of a policy", subject: "descriptions") { secrets in
            Policy(named: "signs in with \(secrets["password"])") { request, next in next(request) }
        },
        Mutant(name: "in an entry", subject: "the store") { secrets in
            Policy { request, next in
                Plan.write(
                    StoreEntry(data: Data(secrets["password"].utf8.reversed().reversed()), date: Date()), to: "last"
                ).flatMap { next(request) }
            }
        },
        Mutant(name: "in the name of an entry", subject: "the store") { secrets in
            Policy { request, next in
                Plan.write(StoreEntry(data: Data(), date: Date()), to: "of \(secrets["password"])")
                    .flatMap { next(request) }
            }
        },
        Mutant(name: "another secret in an allowed entry", subject: "the store") { secrets in
            Policy { request, next in
                next(request).flatMap { response -> Plan<Response> in
                    Plan.write(StoreEntry(data: Data("\(response.headerFields)".utf8), date: Date()), to: "session")
                        .map { response }
                }
            }.wrapping(
                Policy { request, next in
                    next(request).flatMap { response -> Plan<Response> in
                        Plan.write(StoreEntry(data: Data(secrets["password"].utf8), date: Date()), to: "other")
                            .map { response }
                    }
                })
        },
        Mutant(name: "in a cached response", subject: "the cache") { secrets in
            .cache().wrapping(
                Policy { request, next in
                    next(request).map { response in
                        var response = response
                        response.headerFields["X-User"] = secrets["password"]
                        return response
                    }
                })
        },
        Mutant(name: "in the key of the cache", subject: "the cache") { secrets in
            Policy { request, next in next(request.query(["account": secrets["password"]])) }.wrapping(.cache())
        },
    ]

    @Test(arguments: mutants) func `each way to leak is found`(mutant: Mutant) throws {
        let secrets = Canaries()
        let found = try #require(
            #expect(throws: LeakFound.self) {
                try Self.report([mutant.policy(secrets)], secrets, atMost: mutant.failures)
            })
        let subjects = Set(found.leaks.map { String("\($0.subject)".prefix { !$0.isNumber }) })
        #expect(subjects.contains { $0.hasPrefix(mutant.subject) }, "\(found)")
        #expect(found.leaks.contains { $0.secret == mutant.needs })
        #expect(found.violation.failures.count == mutant.failures, "\(found)")
        if mutant.failures > 0 {
            let secrets = Canaries()
            let others = { try Self.report([mutant.policy(secrets)], secrets, atMost: mutant.failures - 1) }
            #expect(throws: Never.self) { try others() }
        }
    }

    @Test func `a plan that doesn't leak passes, and the report says what was looked at`() throws {
        let secrets = Canaries()
        let report = try Self.report([.retry(), .cache()], secrets, atMost: 2)
        #expect(report.exploration?.isComplete == true)
        #expect(report.count(of: .errors) > 100 && report.count(of: .requests(to: "https://api.example.org:443")) > 100)
        for subject in [.events, .logs, .archives, .descriptions, .store, .cache] as [LeakReport.Subject] {
            #expect(report.count(of: subject) > 0, "\(subject)")
        }
        #expect(report.unusedPlaces.isEmpty)
        #expect(report.places["token"]?.contains("the entry session") == true)
        #expect("\(report)".contains("\nerrors: \(report.count(of: .errors)) looked at, clean\n"))
        #expect("\(report)".contains("requests to https://elsewhere.example:443: "))
    }

    @Test func `a secret that is never used proves nothing`() throws {
        let secrets = Canaries()
        _ = secrets["key"]
        let unseen = #expect(throws: UnseenCanaries.self) { try Self.report([], secrets) }
        #expect(unseen?.names == ["key"])
        try assertNoLeak(of: secrets, in: Self.plan(secrets), nowhere: ["key"], allowed: Self.allowed) {
            DryRun(Self.answer(secrets))
        }
        let none = #expect(throws: UnseenCanaries.self) {
            try assertNoLeak(of: Canaries(), in: Self.plan(secrets)) { DryRun(Self.answer(secrets)) }
        }
        #expect(none?.names == [])
    }

    @Test func `what may be nowhere isn't allowed anywhere, and what is allowed for one secret isn't for another`()
        throws
    {
        let secrets = Canaries()
        #expect(throws: LeakFound.self) {
            try assertNoLeak(of: secrets, in: Self.plan(secrets), nowhere: ["token"], allowed: Self.allowed) {
                DryRun(Self.answer(secrets))
            }
        }
        var allowed = Self.allowed
        allowed[1] = .body(at: Self.api).only("token")
        let found = #expect(throws: LeakFound.self) { try Self.report([], secrets, allowed: allowed) }
        #expect(found?.leaks.map(\.secret) == ["password"])
        let report = try Self.report([], secrets, allowed: Self.allowed + [.query("q", at: Self.api)])
        #expect(report.unusedPlaces.map(\.description) == ["the query item q at https://api.example.org/"])
    }

    @Test func `a URL stands for what is below it, at its origin`() throws {
        let secrets = Canaries()
        for (url, isAllowed) in [
            ("https://api.example.org/", true), ("https://api.example.org", true),
            ("https://api.example.org:443/", true),
            ("https://api.example.org/document", true), ("https://api.example.org/document/", true),
            ("https://api.example.org/doc", false), ("https://api.example.org/document/1", false),
            ("http://api.example.org/", false), ("https://api.example.org:8443/", false),
            ("https://example.org/", false),
        ] {
            var allowed = Self.allowed
            allowed[0] = .field("Authorization", at: try #require(URL(string: url)))
            let outcome = Result { try Self.report([], secrets, atMost: 0, allowed: allowed) }
            #expect(((try? outcome.get()) != nil) == isAllowed, "\(url)")
        }
    }

    @Test func `a leak tells its story, without other secrets, and can be replayed`() throws {
        let secrets = Canaries()
        let mutant = try #require(Self.mutants.first)
        let found = try #require(
            #expect(throws: LeakFound.self) { try Self.report([mutant.policy(secrets)], secrets, atMost: 2) })
        #expect(
            "\(found)".hasPrefix(
                """
                "password" is in the query item p of POST https://api.example.org/token?p=\(secrets["password"]) (28 bytes of it)
                """), "\(found)")
        #expect("\(found)".contains("to replay: run.fail([1: .timedOut])\n"))
        #expect("\(found)".contains("errors: 0 looked at, clean") || "\(found)".contains("the store: "))
        var run = DryRun(policies: [mutant.policy(secrets)], Self.answer(secrets))
        run.fail(found.violation.failures)
        _ = try? run.load(Self.plan(secrets))
        #expect(run.requests.contains { $0.url.query() == "p=\(secrets["password"])" })
    }

    /// The entry is there only if the right branch was answered first.
    @Test func `orders are tried, too`() throws {
        let secrets = Canaries()
        let (a, b) = (Self.resource("a"), Self.resource("b"))
        let plan = zip(
            a.flatMap { _ in Plan<StoreEntry?>.read("right") },
            b.flatMap { _ in Plan.write(StoreEntry(data: Data(), date: Date(timeIntervalSince1970: 0)), to: "right") }
        ).flatMap { entry, _ in Self.resource(entry == nil ? "c" : secrets["password"]) }
        _ = secrets["password"]
        let found = try #require(
            #expect(throws: LeakFound.self) {
                try assertNoLeak(of: secrets, in: plan, failing: []) { DryRun { _ in Response() } }
            })
        #expect(found.violation.replay.hasPrefix("run.order = .choices(["))
    }

    private static func resource(_ path: String) -> Resource<Void> {
        Resource(get(path)) { (_: Response) in }
    }

    @Test func `a world without an end is an error of its own`() throws {
        let secrets = Canaries()
        let forever = Policy { request, next in
            @Sendable func again() -> Plan<Response> { next(request).flatMap { _ in again() } }
            return again()
        }
        #expect(throws: InvariantViolation.self) { try Self.report([forever], secrets) }
    }

    @Test func `names of places are sentences`() {
        let places: [AllowedPlace] = [
            .field("Authorization", at: Self.api), .query("key", at: Self.api).only("b", "a"), .body(at: Self.api),
            .entry("session"), .cache,
        ]
        #expect(
            places.map(\.description) == [
                "the field Authorization at https://api.example.org/",
                "the query item key at https://api.example.org/ (only a, b)", "the body at https://api.example.org/",
                "the entry session", "the cache",
            ])
    }
}
