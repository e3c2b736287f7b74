import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Requests from templates: what goes wrong is an error of the load, at the request stage.
struct RequestTemplateTests {
    private static let base = URL(string: "https://example.org/api/")

    @Test func `a request has the URL that its template becomes`() throws {
        let request = Request(template: "episodes{/id}{?page,tags*}", ["id": 1, "tags": ["a b", "ü"]], method: .put)
        #expect(request.url.absoluteString == "episodes/1?tags=a%20b&tags=%C3%BC")
        #expect(request.method == .put && request.rejected.isEmpty)
        let sent = try Sample.sent(request, baseURL: Self.base)
        #expect(sent.url.absoluteString == "https://example.org/api/episodes/1?tags=a%20b&tags=%C3%BC")
    }

    @Test func `a malformed template fails the load before anything is sent, with or without a base`() {
        let request = Request(template: "episodes{/id", ["id": 1])
        for baseURL in [nil, Self.base] {
            let cause = Sample.refusal(of: request, baseURL: baseURL)?.underlyingError as? RequestError
            #expect(cause?.message.contains(#""episodes{/id" is malformed at offset 12"#) == true)
        }
        #expect(throws: LoadError.self) { try request.checked() }
    }

    @Test func `what does not become a URL fails the load, too`() {
        let cause = Sample.refusal(of: Request(template: "{+base}/x", ["base": "http://[::1"]), baseURL: Self.base)
        #expect("\(cause ?? LoadError(stage: .parse, request: Request(url: Sample.url)))".contains("expand to a URL"))
        let prefix = Request(template: "{list:3}", ["list": ["a"]])
        #expect("\(String(describing: Sample.refusal(of: prefix)))".contains("have a prefix"))
    }

    @Test func `no value is a segment that leads elsewhere`() {
        let cases: [(String, String)] = [
            ("a{/id}/b", ".."), ("a{/id}", "."), ("a/{id}", ".."), ("a{/id*}", ".."), ("{id}", ".."),
            ("a{/id:2}", "../b"), ("a{/id:1}", ".b"), ("a/{id:1}{id:1}", "."), ("a/.{id}", "."),
            ("https://example.org{/id}/x", ".."),
        ]
        for (template, value) in cases {
            let request = Request(template: template, ["id": .init(value)])
            #expect(
                request.rejected.first?.message.hasSuffix("a value can't be the path segment . or ..") == true,
                "\(template)")
            #expect(throws: RequestError.self, "\(template)") { try URL(expanding: template, ["id": .init([value])]) }
        }
    }

    @Test func `dots that lead nowhere are let through`() {
        let cases: [(String, String, String)] = [
            ("../a{/id}", "b.c", "../a/b.c"), ("a{/id}", "../b", "a/..%2Fb"), ("a{?id}", "..", "a?id=.."),
            ("a{.id}", "", "a."), ("{+id}/x", "../a", "../a/x"), ("a{#id}", "..", "a#.."), ("a{/id}", "...", "a/..."),
            ("a{;id}", "..", "a;id=.."), ("a{/id}", "%2e%2e", "a/%252e%252e"), ("x{/id}", ".\u{301}", "x/.%CC%81"),
        ]
        checkEach(cases) { template, value, expected throws in
            #expect(
                try URL(expanding: template, ["id": .init(value)]).absoluteString == expected, "\(template), \(value)")
        }
    }

    @Test func `requests that are equal were rejected for the same reasons, and print alike`() {
        let make = { (text: String) in Request(template: text, ["id": 1]) }
        #expect(make("a{") == make("a{") && make("a{").hashValue == make("a{").hashValue)
        #expect(make("a{") != make("b{"))
        #expect("\(make("a{"))" == "\(make("a{"))")
        var dumped = ""
        dump(make("a{"), to: &dumped)
        #expect(dumped.contains("malformed at offset 2"))
    }

    @Test func `a resource is made from a request, and its value read at a path`() throws {
        let episode = Resource<[Int]>(json: Request(template: "episodes{/id}", ["id": 7]), at: "data.numbers")
        var run = DryRun(baseURL: Self.base) { _ in Response(body: Data(#"{"data":{"numbers":[1,2]}}"#.utf8)) }
        #expect(try run.load(episode) == [1, 2])
        #expect(run.requests.map(\.url.absoluteString) == ["https://example.org/api/episodes/7"])
        #expect(Resource<Int>(json: .init(template: "a{/id}", ["id": 7])).url.absoluteString == "a/7")
        #expect(try Resource<[Int]>(json: Request(url: Sample.url)).parse(Data("[3]".utf8)) == [3])
    }
}
