import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A service that puts every value into an envelope, said once.
struct EnvelopePolicyTests {
    private static let url = URL(string: "posts")!
    private static let base = URL(string: "https://example.org/api")!
    private static let good = Response(body: Data(#"{"code": 0, "message": "ok", "data": ["a", "b"]}"#.utf8))
    private static let bad = Response(body: Data(#"{"code": 1001, "message": "no", "data": ["a"]}"#.utf8))

    private let posts = Resource<[String]>(json: url)

    private func run(
        _ policies: [Policy] = [.inside(Envelope())], _ respond: @escaping (Request) throws -> Response
    ) -> DryRun {
        DryRun(baseURL: Self.base, policies: policies, respond)
    }

    @Test func `values are read inside it, and a code of failure is an error`() throws {
        var answers = [Self.good, Self.bad, Response(status: 500, body: Self.bad.body)]
        var run = run { _ in answers.removeFirst() }
        #expect(try run.load(posts) == ["a", "b"])
        for _ in 1...2 {
            let error = #expect(throws: ServiceError.self) { try run.load(posts) }
            #expect(error == ServiceError(code: 1001, message: "no"))
        }
    }

    @Test func `every resource that reads JSON is inside, with Foundation's decoder or by hand, and one of Void`()
        throws
    {
        for answer in [Self.good, Self.bad] {
            var run = run { _ in answer }
            let counts: [Plan<Int>] = [
                posts.map(\.count).plan,
                Resource<[String]>(json: Self.url, decoder: JSONDecoder()).map(\.count).plan,
                Resource(url: Self.url, parseJSON: { try $0.array.count }).plan,
                posts.optional().map { $0?.count ?? 0 }.plan, posts.withResponse.map(\.0.count).plan,
                Resource<Void>(url: Self.url).map { 2 }.plan, posts.flatMap { Plan.value($0.count) },
                Paged(posts, next: .link).plan.map(\.count),
            ]
            for count in counts {
                switch answer {
                case Self.good: #expect(try run.load(count) == 2)
                default: #expect(throws: ServiceError.self) { try run.load(count) }
                }
            }
        }
    }

    @Test func `bytes, text and whole responses are what the server sends`() throws {
        var run = run { _ in Self.bad }
        #expect(try run.load(Resource<Data>(url: Self.url)) == Self.bad.body)
        #expect(try run.load(Resource<String>(text: Self.url)).contains("1001"))
        #expect(try run.load(Plan.send(Request(url: Self.url))).status == 200)
    }

    @Test func `what a resource says of its own envelope counts`() throws {
        var run = run { request in
            request.path.hasSuffix("plain")
                ? Response(body: Data(#"["c"]"#.utf8))
                : Response(body: Data(#"{"errno": 0, "result": ["d"]}"#.utf8))
        }
        #expect(try run.load(Resource<[String]>(json: "plain").inside(nil)) == ["c"])
        let own = Envelope(code: "errno", message: "errmsg", data: "result")
        #expect(try run.load(posts.inside(own)) == ["d"])
        #expect(try run.load(posts.applying(.inside(own))) == ["d"])
        #expect(try run.load(posts.plan.applying(.inside(own))) == ["d"])
    }

    @Test(arguments: [0, 1, 2]) func `it may stand anywhere, and no failure is stored or repeated in vain`(place: Int)
        throws
    {
        var policies: [Policy] = [.cache(for: .seconds(180)), .steadyRetry(upTo: 1)]
        policies.insert(.inside(Envelope()), at: place)
        var answers = [Self.bad, Self.good]
        var run = run(policies) { _ in answers.removeFirst() }
        #expect(throws: ServiceError.self) { try run.load(posts) }
        #expect(run.cache.entries.isEmpty)
        for _ in 1...2 { #expect(try run.load(posts) == ["a", "b"]) }
        #expect(run.requests.count == 2)
    }

    @Test func `old data first is read inside it, too`() throws {
        var answers = [Self.good, Response(body: Data(#"{"code": 0, "data": ["c"]}"#.utf8))]
        var run = run { _ in answers.removeFirst() }
        let cached = posts.cached(for: .seconds(180))
        #expect(try run.updates(of: cached).map(\.value) == [["a", "b"]])
        #expect(try run.updates(of: cached).map(\.value) == [["a", "b"]])
        #expect(try run.load(cached.onlyIfCached()) == ["a", "b"])
        try run.load(Plan.wait(for: .seconds(200)))
        #expect(try run.updates(of: cached).map(\.value) == [["a", "b"], ["c"]])
    }

    @Test func `a policy that belongs to hops still does`() throws {
        let stamp = Policy(named: "stamp", perHop: true) { request, next in next(request.header("X-Stamp", "1")) }
        var run = run([stamp, .inside(Envelope())]) { request in
            request.path.hasSuffix("posts")
                ? Response(status: 302, headerFields: ["Location": "https://other.example/new"]) : Self.good
        }
        #expect(try run.load(posts) == ["a", "b"])
        #expect(run.requests.map { $0.headerFields["X-Stamp"] } == ["1", "1"])
        #expect("\(run.loadOrder)".contains("envelope"))
    }
}
