import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Modifiers of requests, resources and whole plans.
struct RequestChangingTests {
    private struct Filter: Encodable { var tags = ["a", "b"] }
    private static let resource = Resource<[Int]>(
        json: URL(string: "https://example.org/list?x#f")!, headerFields: ["Accept": "*/*", "X": "1", "x": "2"])

    /// Every modifier there is, under its name.
    private static let modifiers: [String: @Sendable (any RequestChanging) -> any RequestChanging] = [
        "header": { $0.header("X", "3") }, "no header": { $0.header("X", nil) },
        "accepting": { $0.accepting(.json, "text/*;q=0.5") },
        "timeout": { $0.timeout(.seconds(3)) }, "query": { $0.query(["a b": "é", "a": nil]) },
        "query item": { $0.query("page", 2) }, "no query item": { $0.query("page", nil as Int?) },
        "query of a value": { $0.query(Filter(), by: .init(arrays: .commas)) }, "path": { $0.path("../x", "é") },
        "rejected header": { $0.header("X", "a\nb") }, "rejected query": { $0.query([1]) },
        "rejected path": { $0.path("..") },
    ]

    @Test func `each modifier changes what it says and nothing else`() throws {
        var expected = Self.resource.request
        #expect(Self.resource.header("X", "3").headerFields == ["Accept": "*/*", "X": "3"])
        #expect(Self.resource.header("X", nil).headerFields == ["Accept": "*/*"])
        #expect(
            Self.resource.accepting(.json, "text/*;q=0.5").headerFields["Accept"] == "application/json, text/*;q=0.5")
        expected.timeout = .seconds(3)
        #expect(Self.resource.timeout(.seconds(3)).request == expected)
        #expect(Self.resource.timeout(.seconds(3)).timeout(nil).request == Self.resource.request)
        let queried = Self.resource.query(["a b": "é", "a": nil]).query("page", 2).query("none", nil as String?)
        #expect(queried.url.absoluteString == "https://example.org/list?x&a%20b=%C3%A9&page=2#f")
        #expect(Self.resource.query(Filter()).url.absoluteString == "https://example.org/list?x&tags=a&tags=b#f")
        #expect(
            Self.resource.query(Filter(), by: .init(arrays: .commas)).url.absoluteString
                == "https://example.org/list?x&tags=a,b#f")
        #expect(Self.resource.path("../x", "é").url.absoluteString == "https://example.org/list/..%2Fx/%C3%A9?x#f")
    }

    @Test func `a modifier does the same to a resource and to its plan`() {
        checkEach(Self.modifiers.keys.sorted()) { name in
            let modify = try #require(Self.modifiers[name], "\(name)")
            let resource = try #require(modify(Self.resource) as? Resource<[Int]>, "\(name)")
            let plan = try #require(modify(Self.resource.plan) as? Plan<[Int]>, "\(name)")
            let request = try #require(modify(Self.resource.request) as? Request, "\(name)")
            #expect(resource.request == request, "\(name)")
            var (one, other) = (Self.run(), Self.run())
            #expect(Self.outcome { try one.load(resource) } == Self.outcome { try other.load(plan) }, "\(name)")
            #expect(one.requests == other.requests, "\(name)")
            #expect(one.requests.isEmpty == name.hasPrefix("rejected"), "\(name)")
            if let sent = one.requests.first { #expect(sent == request, "\(name)") }
        }
    }

    @Test func `requests that are made later are changed, too`() throws {
        let later = Resource<[Int]>(json: Sample.url, headerFields: ["X": "own", "Z": "1"])
        let plan = zip(Self.resource, all([later, later.alone()]).flatMap { _ in later.applying(.retry(upTo: 1)) })
            .flatMap { _ in Plan.value(1).flatMap { _ in later } }
            .recover { _ in Self.resource }
            .header("X", "all").query("v", 1).timeout(.seconds(9)).accepting(.json)
        var run = Self.run()
        _ = try run.load(plan)
        #expect(run.requests.count == 5)
        for request in run.requests {
            #expect(request.headerFields.values(of: "X") == ["all"])
            #expect(request.timeout == .seconds(9) && request.headerFields.accept == [.json])
            #expect(Query(of: request.url).values(of: "v") == ["1"])
        }
        #expect(run.requests.filter { $0.headerFields["Z"] == "1" }.count == 4)
    }

    @Test func `the modifier further outside has the last word, a default has not`() throws {
        let plan = Self.resource.header("X", "inner").plan.header("X", "outer")
            .applying(.headerFields(["X": "default", "Y": "default"]))
        var run = Self.run()
        _ = try run.load(plan)
        #expect(run.requests.map(\.headerFields) == [["Accept": "*/*", "X": "outer", "Y": "default"]])
    }

    @Test func `a request that is sent again is changed once`() throws {
        var count = 0
        var run = DryRun { _ in
            count += 1
            return count < 3 ? Response(status: 503) : Response(body: Data("[1]".utf8))
        }
        _ = try run.load(Self.resource.applying(.retry(upTo: 3)).plan.query("page", 1).path("a"))
        #expect(Set(run.requests.map(\.url.absoluteString)) == ["https://example.org/list/a?x&page=1#f"])
        #expect(run.requests.count == 3)
    }

    @Test func `what can't be described fails the load and says what and where`() {
        let error = Sample.refusal(of: Request(url: Sample.url).query(["a": [Double.nan]]))
        #expect(
            error?.description
                == "GET https://example.org/episodes can't be sent: the query can't be encoded: a[0]: nan is not finite"
        )
        #expect(Sample.refusal(of: Request(url: Sample.url).path("a", ".."))?.description.contains("\"..\"") == true)
        #expect(
            Sample.refusal(of: Request(url: Sample.url).header("X", "secret\0"))?.description.contains("secret")
                == false)
    }

    private static func outcome(_ load: () throws -> [Int]) -> String {
        do { return "\(try load())" } catch { return "\(error)" }
    }

    private static func run() -> DryRun { DryRun { _ in Response(body: Data("[1]".utf8)) } }
}
