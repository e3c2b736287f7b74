import ResourcefulResilience
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whether a load succeeded is one verdict: what its resource refuses is not stored, and policies can act on it.
struct VerdictTests {
    private static let url = URL(string: "https://example.org/posts")!
    private static let envelope = Envelope()
    private static let good = #"{"code": 0, "message": "ok", "data": ["a", "b"]}"#
    private static let portal = "<html><body>Please sign in to the Wi-Fi</body></html>"

    /// How many times a value was read.
    private final class Reads: Sendable {
        private let count = Locked(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private func posts(_ reads: Reads = Reads()) -> Resource<[String]> {
        Resource<[String]>(json: Self.url).inside(Self.envelope).map { posts in
            reads.add()
            return posts
        }
    }

    /// What a service answers when it is not well.
    static let failures: [(name: String, response: Response)] = [
        ("a code of failure", Response(body: Data(#"{"code": 1001, "message": "no"}"#.utf8))),
        ("a captive portal", Response(headerFields: ["Content-Type": "text/html"], body: Data(portal.utf8))),
        ("a captive portal without a type", Response(body: Data(portal.utf8))),
        ("half a document", Response(body: Data(good.utf8.prefix(20)))),
        ("another shape", Response(body: Data(#"{"code": 0, "data": {}}"#.utf8))),
        ("a status", Response(status: 404, body: Data(good.utf8))),
    ]

    /// Ways to have responses kept.
    private static let cachings: [([Policy], @Sendable (Resource<[String]>) -> Resource<[String]>)] = [
        ([.cache(for: .seconds(180))], { $0 }),
        ([], { $0.cached(for: .seconds(180)) }),
        ([.retry(upTo: 1), .cache()], { $0.cached(for: .seconds(180)) }),
    ]

    @Test func `what the resource refuses is not stored, and the next load asks again`() {
        for failure in Self.failures {
            checkEach(Self.cachings.indices) { caching throws in
                var answers = [failure.response, Response(body: Data(Self.good.utf8))]
                let (policies, cached) = Self.cachings[caching]
                var run = DryRun(policies: policies) { _ in answers.removeFirst() }
                let resource = cached(posts())
                #expect(throws: (any Error).self, "\(failure.name), \(caching)") { try run.load(resource) }
                #expect(run.cache.entries.isEmpty, "\(failure.name), \(caching)")
                #expect(try run.load(resource) == ["a", "b"], "\(failure.name), \(caching)")
                #expect(try run.load(resource) == ["a", "b"], "\(failure.name), \(caching): the good one is kept")
                #expect(run.requests.count == 2, "\(failure.name), \(caching)")
            }
        }
    }

    @Test func `what the resource refuses does not replace what is stored`() {
        checkEach(Self.failures) { failure in
            var answers = [Response(body: Data(Self.good.utf8)), failure.response]
            var run = DryRun { _ in
                if answers.isEmpty { throw TransportError(.cannotConnect, "offline") }
                return answers.removeFirst()
            }
            let resource = posts().cached(for: .seconds(180))
            #expect(try run.updates(of: resource).map(\.value) == [["a", "b"]], "\(failure.name)")
            try run.load(Plan.wait(for: .seconds(200)))
            var shown: [[String]] = []
            #expect(throws: (any Error).self, "\(failure.name)") {
                try run.updates(of: resource) { shown.append($0.value) }
            }
            // The next start without a network shows the list.
            #expect(throws: (any Error).self, "\(failure.name)") {
                try run.updates(of: resource) { shown.append($0.value) }
            }
            #expect(shown == [["a", "b"], ["a", "b"]], "\(failure.name)")
            #expect(try run.load(resource.onlyIfCached()) == ["a", "b"], "\(failure.name)")
        }
    }

    @Test func `a failure is reported as not stored`() throws {
        var run = DryRun { _ in Self.failures[0].response }
        #expect(throws: ServiceError.self) { try run.load(posts().cached(for: .seconds(9))) }
        #expect(run.eventLog.contains("cache: not stored: its resource rejects it"))
    }

    @Test func `a value is read once, even if another load asked for it before`() throws {
        let rule = RetryRule(upTo: 1, on: .transient.or(.serviceError(1001)).or(.parseFailure), budget: nil)
        let stacks: [[Policy]] = [
            [], [.cache(for: .seconds(9))], [.retry(rule)], [.cache(for: .seconds(9)), .retry(rule)],
            [.retry(rule), .circuitBreaker(on: .serviceError()), .failover(among: [Self.url.root], on: .parseFailure)],
        ]
        for policies in stacks {
            let reads = Reads()
            var run = DryRun(policies: policies) { _ in Response(body: Data(Self.good.utf8)) }
            #expect(try run.load(posts(reads)) == ["a", "b"])
            #expect(reads.value == 1, "\(policies.map(\.description))")
        }
    }

    @Test func `two loads of one plan each read their own value`() throws {
        final class Box: @unchecked Sendable {}
        let resource = Resource(url: Self.url) { (_: Data) in Box() }
        var run = DryRun(policies: [.cache(for: .seconds(9))]) { _ in Response() }
        let plan = resource.plan
        let boxes = try run.load(all([plan, plan, plan]))
        #expect(Set(boxes.map(ObjectIdentifier.init)).count == 3)
    }

    @Test func `a policy that changes the response after it was read has it read again`() throws {
        let louder = Policy { request, next in
            next(request).map { response in
                var response = response
                response.body = Data(String(decoding: response.body, as: UTF8.self).uppercased().utf8)
                return response
            }
        }
        let resource = Resource(url: Self.url) { String(decoding: $0, as: UTF8.self) }
        var run = DryRun(policies: [louder, .cache(for: .seconds(9))]) { _ in Response(body: Data("a".utf8)) }
        #expect(try run.load(resource) == "A")
        #expect(try run.load(resource) == "A", "from the cache")
        #expect(run.requests.count == 1)
    }

    @Test func `a retry acts on a code of the service and on what can't be read, if configured to`() throws {
        for (failure, outcomes) in [
            (Self.failures[0].response, Outcomes.serviceError(1001)), (Self.failures[0].response, .serviceError()),
            (Self.failures[1].response, .parseFailure), (Self.failures[3].response, .parseFailure),
        ] {
            let rule = RetryRule(upTo: 2, on: outcomes, waits: .constant(.seconds(1)), budget: nil)
            for load in [([Policy.retry(rule)], posts()), ([], posts().retrying(rule))] {
                var answers = [failure, failure, Response(body: Data(Self.good.utf8))]
                var run = DryRun(policies: load.0) { _ in answers.removeFirst() }
                #expect(try run.load(load.1) == ["a", "b"])
                #expect(run.elapsed == .seconds(2))
            }
        }
        for outcomes in [Outcomes.transient, .serviceError(7), .parseFailure] {
            var run = DryRun(policies: [.retry(RetryRule(upTo: 2, on: outcomes))]) { _ in Self.failures[0].response }
            #expect(throws: ServiceError(code: 1001, message: "no")) { try run.load(posts()) }
            #expect(run.requests.count == 1)
        }
    }

    @Test func `a code of the service is known with a custom error, and with any status`() throws {
        struct Expired: Error {}
        var envelope = Self.envelope
        envelope.failure = { _ in Expired() }
        let rule = RetryRule(upTo: 1, on: .serviceError("E1"), waits: .constant(.zero), budget: nil)
        let resource = Resource<[String]>(json: Self.url).inside(envelope)
        for status in [200, 400] as [Response.Status] {
            var run = DryRun(policies: [.retry(rule)]) { _ in
                Response(status: status, body: Data(#"{"code": "E1"}"#.utf8))
            }
            #expect(throws: Expired.self) { try run.load(resource) }
            #expect(run.requests.count == 2)
        }
    }

    @Test func `a circuit breaker and a failover act on a code of the service, if configured to`() throws {
        var run = DryRun(policies: [.circuitBreaker(after: 2, on: .serviceError(1001))]) { _ in
            Self.failures[0].response
        }
        for _ in 0..<2 { #expect(throws: ServiceError.self) { try run.load(posts().alone()) } }
        let error = #expect(throws: LoadError.self) { try run.load(posts()) }
        #expect((error?.underlyingError as? TransportError)?.kind == .circuitOpen)
        let hosts = [Self.url.root, URL(string: "https://b.example.org")!]
        var moved = DryRun(policies: [.failover(among: hosts, on: .serviceError(1001))]) { request in
            request.url.host() == "example.org" ? Self.failures[0].response : Response(body: Data(Self.good.utf8))
        }
        #expect(try moved.load(posts()) == ["a", "b"])
    }

    @Test func `a custom policy asks for the verdict`() throws {
        let seen = Locked<[String]>([])
        let asking = Policy { request, next in
            next(request).map { response in
                let verdict = request.verdict(on: response)
                seen.withLock { $0.append(verdict.isSuccess ? "good" : "\(verdict.serviceError?.code.text ?? "bad")") }
                return verdict.response
            }
        }
        var answers = [Self.failures[0].response, Self.failures[1].response, Response(body: Data(Self.good.utf8))]
        var run = DryRun(policies: [asking]) { _ in answers.removeFirst() }
        for _ in 0..<3 { _ = try? run.load(posts().cached()) }
        #expect(seen.withLock { $0 } == ["1001", "bad", "good"])
    }

    @Test func `a custom policy gets the verdict, wherever it is applied, without any other policy`() {
        for failure in Self.failures {
            checkEach(0..<3) { place throws in
                let reads = Reads()
                let verdicts = Locked<[Verdict]>([])
                let asking = Policy { request, next in
                    next(request).map { response in
                        let verdict = request.verdict(on: response)
                        verdicts.withLock { $0.append(verdict) }
                        return verdict.response
                    }
                }
                // Without an envelope: that alone would make the order judge.
                let posts = Resource<[String]>(json: Self.url, at: "data").map { posts in
                    reads.add()
                    return posts
                }
                let plan =
                    switch place {
                    case 0: posts.plan
                    case 1: posts.applying(asking).plan
                    default: posts.plan.applying(asking)
                    }
                for response in [failure.response, Response(body: Data(Self.good.utf8))] {
                    var run = DryRun(policies: place == 0 ? [asking] : []) { _ in response }
                    let outcome = Result { try run.load(plan) }
                    let (verdict, isFailure) = (verdicts.withLock { $0.removeLast() }, (try? outcome.get()) == nil)
                    #expect(verdict.isSuccess == !isFailure, "\(failure.name), \(place)")
                }
                // A value is read once, by the verdict or by the load.
                #expect(reads.value == 1, "\(failure.name), \(place)")
            }
        }
    }

    @Test func `redirections on the way are stored, though no resource would want them`() throws {
        var run = DryRun(policies: [.cache()]) { request in
            request.url.path == "/posts"
                ? Response(status: 301, headerFields: ["Location": "/moved", "Cache-Control": "max-age=60"])
                : Response(body: Data(Self.good.utf8))
        }
        for _ in 0..<2 { #expect(try run.load(posts()) == ["a", "b"]) }
        #expect(run.requests.map(\.url.path) == ["/posts", "/moved", "/moved"])
    }
}

extension URL {
    fileprivate var root: URL { URL(string: "/", relativeTo: self)!.absoluteURL }
}
