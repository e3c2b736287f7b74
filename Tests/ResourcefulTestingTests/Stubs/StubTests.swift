import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct StubTests {
    /// Whether a stub answers, and the request is no mistake.
    private func isFor(
        _ stub: Stub, _ path: String, _ method: Request.Method = .get, fields: HeaderFields = [:], body: Body? = nil
    ) -> Bool {
        (try? answer([stub], path, method, fields: fields, body: body)) != nil
    }

    @Test func `a path is a whole one from its root, or the end of one`() {
        #expect(isFor(Stub("/api/episodes.json"), "episodes.json"))
        #expect(!isFor(Stub("/episodes.json"), "episodes.json"))
        #expect(isFor(Stub("episodes.json"), "episodes.json"))
        #expect(isFor(Stub("api/episodes.json"), "episodes.json"))
        #expect(!isFor(Stub("sodes.json"), "episodes.json"))
        #expect(!isFor(Stub("episodes"), "episodes.json"))
        #expect(!isFor(Stub("/api/episodes.json"), "episodes.json/more"))
        #expect(isFor(Stub("/"), "https://example.org"))
        #expect(isFor(Stub("https://example.org"), "https://example.org/"))
    }

    @Test func `a URL is for its server alone, whatever the case of its letters`() {
        #expect(isFor(Stub("https://example.org/api/a"), "a"))
        #expect(isFor(Stub("HTTPS://Example.ORG/api/{x}"), "a"))
        #expect(!isFor(Stub("http://example.org/api/a"), "a"))
        #expect(!isFor(Stub("https://example.org:444/api/a"), "a"))
        #expect(!isFor(Stub("https://example.org/api/A"), "a"))
    }

    @Test func `variables are read back`() {
        let cases: [(String, String, [String: String])] = [
            ("{id}.json", "7.json", ["id": "7"]), ("{id}", "a%2Fb%20c", ["id": "a/b c"]),
            ("{a}-{b}", "1-2-3", ["a": "1", "b": "2-3"]), ("{a},{b}", "1,2", ["a": "1", "b": "2"]),
            ("{a,b}", "1,2", ["a": "1", "b": "2"]), ("x/{+rest}", "x/a/b/c", ["rest": "a/b/c"]),
            ("x{/a,b}", "x/1/2", ["a": "1", "b": "2"]), ("x{/a,b}", "x/1", ["a": "1"]), ("x{/a,b}", "x", [:]),
            ("x{/all*}", "x/1/2/3", ["all": "1/2/3"]), ("x{.type}", "x.json", ["type": "json"]), ("x{.type}", "x", [:]),
            ("x{?q,page}", "x?page=2&z=1", ["page": "2"]), ("x?a=1{&q}", "x?q=u%20v&a=1", ["q": "u v"]),
            ("café/{n}", "caf%c3%a9/%7e", ["n": "~"]),
        ]
        checkEach(cases) { template, path, variables throws in
            let stub = Stub("/api/\(template)").answers { .json($0.variables) }
            #expect(
                try JSON(parsing: Data(answer([stub], path).utf8)).decode([String: String].self) == variables,
                "\(template), \(path)")
            let relative = Stub(template).answers { .json($0.variables) }
            #expect(
                try JSON(parsing: Data(answer([relative], path).utf8)).decode([String: String].self) == variables,
                "\(template), \(path)")
        }
    }

    @Test func `other paths are refused`() {
        let cases: [(String, String)] = [
            ("{id}", "a/b"), ("x/{id}", "x/"), ("x/{id}.json", "x/.json"), ("x?a=1", "x?a=2"), ("x?a=1", "x"),
        ]
        for (template, path) in cases { #expect(!isFor(Stub("/api/\(template)"), path), "\(template)") }
    }

    @Test func `what a template writes is read back`() throws {
        var numbers = SplitMix64(seed: 9)
        let alphabet = Array("ab/ ?#%é&=.,~+")
        for _ in 0..<200 {
            let value = {
                let length = Int.random(in: 1...6, using: &numbers)
                return String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)] })
            }
            let (one, two, three) = (value(), value(), value())
            guard ![".", ".."].contains(one) else { continue }
            let template = "shelf/{one}/x{?two,three}"
            let request = Request(template: template, ["one": .init(one), "two": .init(two), "three": .init(three)])
            guard request.rejected.isEmpty else { continue }
            var run = DryRun(baseURL: api, [Stub(template).answers { .json($0.variables) }])
            let read = try run.load(Resource<[String: String]>(json: request))
            #expect(read == ["one": one, "two": two, "three": three])
        }
    }

    @Test func `method, query, fields and custom conditions are asked for`() {
        #expect(!isFor(Stub("a"), "a", .post))
        #expect(isFor(Stub(nil, "a"), "a", .delete))
        let stub = Stub("a", query: ["page": "2"], fields: ["X-A": "1"]).when("it is short") { $0.timeout == nil }
        #expect(isFor(stub, "a?b=1&page=2", fields: ["x-a": "2", "X-A": "1"]))
        #expect(!isFor(stub, "a?b=1&page=2", fields: ["x-a": "2"]))
        #expect(isFor(stub, "a?b=1&page=2", fields: ["x-a": "1"]))
        #expect(!isFor(stub, "a?page=3", fields: ["X-A": "1"]))
        #expect(!isFor(stub, "a", fields: ["X-A": "1"]))
        #expect(!isFor(stub.when("never") { _ in false }, "a?page=2", fields: ["X-A": "1"]))
    }

    @Test func `bodies are compared by what they mean`() {
        let json = Stub(.post, "a", body: .json(["a": 1, "b": 2]))
        #expect(isFor(json, "a", .post, body: .data(Data(#"{"b": 2.0, "a":1}"#.utf8), mediaType: .json)))
        #expect(!isFor(json, "a", .post, body: .json(["a": 1])))
        #expect(!isFor(json, "a", .post))
        let form = Stub(.post, "a", body: .form(["a": "1", "b": "x y"]))
        #expect(isFor(form, "a", .post, body: .data(Data("b=x+y&a=1".utf8), mediaType: .form)))
        #expect(!isFor(form, "a", .post, body: .form(["a": "1"])))
        let bytes = Stub(.post, "a", body: .data(Data([1, 2])))
        #expect(isFor(bytes, "a", .post, body: .data(Data([1, 2]), mediaType: .json)))
        #expect(!isFor(bytes, "a", .post, body: .data(Data([1, 3]))))
    }

    @Test func `answers come in turn, and the last one stays; a limit leaves the rest to others`() throws {
        let server: StubServer = [
            Stub("a").answers(.text("1"), .text("2")).atMost(3), Stub("a").answers { .text("other \($0.number)") },
        ]
        var run = DryRun(baseURL: api, server)
        let texts = try (0..<5).map { _ in try run.load(text("a")) }
        #expect(texts == ["1", "2", "2", "other 1", "other 2"])
        var again = DryRun(baseURL: api, server)
        #expect(try again.load(text("a")) == "1")
    }

    @Test func `a template that can't be used says so`() throws {
        for (template, problem) in [("a{", "the name of a variable"), ("a{;x}", "can't have parameters")] {
            let error = #expect(throws: LoadError.self) { try answer([Stub(template)], "a") }
            #expect("\(error!)".contains("it can't be used: "))
            #expect("\(error!)".contains(problem))
        }
    }
}
