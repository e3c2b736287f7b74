import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Policies and plans that leak, each in its own way: each is found, and its twin without the leak isn't.
@Suite(.permit, .blocking) struct PlantedLeakTests {
    private static let api = PlantedLeaks.api

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

    @Test(arguments: PlantedLeaks.mutants) func `each way to leak is found`(mutant: PlantedLeaks.Mutant) throws {
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
        try assertNoLeak(of: secrets, in: Self.plan(secrets), neverExposed: ["key"], allowed: Self.allowed) {
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
            try assertNoLeak(of: secrets, in: Self.plan(secrets), neverExposed: ["token"], allowed: Self.allowed) {
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

    @Test func `a URL includes what is below it, at its origin`() throws {
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

    @Test func `a leak shows its event log, without other secrets, and can be replayed`() throws {
        let secrets = Canaries()
        let mutant = try #require(PlantedLeaks.mutants.first)
        let found = try #require(
            #expect(throws: LeakFound.self) { try Self.report([mutant.policy(secrets)], secrets, atMost: 2) })
        #expect(
            "\(found)".hasPrefix(
                "\"password\" is in the query item p of POST https://api.example.org/token?p=\(secrets["password"]) ("
            ), "\(found)")
        #expect("\(found)".contains("to replay: run.fail([1: .timedOut])\n"))
        #expect("\(found)".contains("\nevents: ") && "\(found)".contains("\nthe cache: nothing to look at"))
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
        Resource(Request(url: api.appending(path: path))) { (_: Response) in }
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
