import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A resource of JSON asks for JSON when it is sent, and says so when the server sends something else.
struct AskingForJSONTests {
    private static let url = URL(string: "posts")!
    private static let base = URL(string: "https://example.org/api")!
    private static let list = Data(#"{"items": ["a"]}"#.utf8)

    /// What the server was asked for by a load of it, over a service with policies.
    private func accepted(_ loadable: some Loadable<some Any>, policies: [Policy] = []) throws -> [String?] {
        var run = DryRun(baseURL: Self.base, policies: policies) { _ in Response(body: Self.list) }
        _ = try run.load(loadable)
        return run.requests.map { $0.headerFields["Accept"] }
    }

    @Test func `every way to read JSON asks for it, and nothing else does`() throws {
        let items = Resource<[String]>(json: Self.url, at: "items")
        let json = "application/json"
        #expect(try accepted(items) == [json])
        #expect(try accepted(Resource<[String]>(json: Self.url, at: "items", decoder: JSONDecoder())) == [json])
        #expect(try accepted(Resource(url: Self.url, parseJSON: { try $0.items.array.count })) == [json])
        #expect(try accepted(items.map(\.count)) == [json])
        #expect(try accepted(items.optional()) == [json])
        #expect(try accepted(items.withResponse) == [json])
        #expect(try accepted(items.validating(.any).failing(with: ProblemDetails.self)) == [json])
        #expect(try accepted(items.flatMap { _ in Resource<Data>(url: Self.url) }) == [json, nil])
        #expect(try accepted(Resource<String>(text: Self.url)) == [nil])
        #expect(try accepted(Resource<Void>(url: Self.url)) == [nil])
    }

    @Test func `the pages of a list are asked for as JSON`() throws {
        let pages = Paged<String>(json: Self.url, items: "items", next: .cursor(at: "cursor", as: "after"))
        #expect(try accepted(pages) == ["application/json"])
    }

    @Test func `the description of the request stays what it is`() {
        let items = Resource<[String]>(json: Self.url)
        #expect(items.headerFields.isEmpty && items.request == Request(url: Self.url))
    }

    @Test func `what the request, the plan or the service accepts wins`() throws {
        let own = "application/vnd.github+json"
        let items = Resource<[String]>(json: Self.url, at: "items")
        let asking = Resource<[String]>(json: Self.url, headerFields: ["accept": "\(own)"], at: "items")
        #expect(try accepted(asking) == [own])
        #expect(try accepted(items.header("Accept", own)) == [own])
        #expect(try accepted(items.plan.header("Accept", own)) == [own])
        let service = Policy.headerFields(["X-Version": "2", "Accept": "\(own)"])
        #expect(try accepted(items, policies: [service]) == [own])
        #expect(try accepted(items.applying(service)) == [own])
        #expect(try accepted(asking.header("Accept", "text/json"), policies: [service]) == ["text/json"])
        #expect(try accepted(items, policies: [.headerFields(["X-Version": "2"])]) == ["application/json"])
    }

    @Test(arguments: [nil, "application/vnd.github+json", ""])
    func `a modifier of a resource does what it does on a plan`(value: String?) throws {
        let items = Resource<[String]>(json: Self.url, at: "items").header("X", "1")
        #expect(try accepted(items.header("Accept", value)) == accepted(items.plan.header("Accept", value)))
    }

    @Test func `policies see what is asked for, so a cache keeps representations apart`() throws {
        let stored: HeaderFields = ["Cache-Control": "max-age=60", "Vary": "Accept"]
        var run = DryRun(baseURL: Self.base, policies: [.cache()]) { request in
            let json = request.headerFields["Accept"] == "application/json"
            return Response(headerFields: stored, body: json ? Self.list : Data("<p>".utf8))
        }
        let items = Resource<[String]>(json: Self.url, at: "items")
        let page = Resource<String>(text: Self.url)
        for _ in 1...2 {
            #expect(try run.load(items) == ["a"])
            #expect(try run.load(page) == "<p>")
        }
        #expect(run.requests.count == 2)
    }

    private func error(_ resource: Resource<[String]>, type: HeaderFields, _ body: String) -> ParseFailure? {
        let response = Response(headerFields: type, body: Data(body.utf8))
        return #expect(throws: LoadError.self) { try resource.value(from: response) }?.parseFailure
    }

    @Test func `a page of HTML in place of JSON is named as such`() {
        let page = "<html>Please sign in</html>"
        for resource in [
            Resource<[String]>(json: Self.url), Resource<[String]>(json: Self.url, decoder: JSONDecoder()),
            Resource<[String]>(json: Self.url).inside(Envelope()),
        ] {
            let failure = error(resource, type: ["Content-Type": "text/html; charset=utf-8"], page)
            #expect(failure?.found.hasSuffix("; the server sent text/html") == true)
            #expect(failure?.excerpt?.contains("sign in") == true)
            let silent = error(resource, type: [:], page)
            #expect(silent?.found.contains("the server sent") == false)
        }
    }

    @Test func `an error about bytes that aren't UTF-8 has the declared character set`() {
        let cases: [(String, String)] = [
            ("application/json; charset=gbk", "the byte 0xce; the server sent application/json; charset=gbk"),
            ("application/json;charset=\"GB2312\"", "the byte 0xce; the server sent application/json; charset=GB2312"),
            ("text/html; charset=gbk", "the byte 0xce; the server sent text/html; charset=gbk"),
            (
                "application/hal+json; charset=latin1",
                "the byte 0xce; the server sent application/hal+json; charset=latin1"
            ),
            ("application/json; charset=UTF-8", "the byte 0xce"), ("application/json; charset='utf8'", "the byte 0xce"),
            ("application/json", "the byte 0xce"),
            (
                "application/json; charset=\"a\tb\(String(repeating: "x", count: 200))\"",
                "the byte 0xce; the server sent application/json; charset=a b\(String(repeating: "x", count: 44))…"
            ),
        ]
        for (type, found) in cases {
            // "中" in GBK is D6 D0, "文" CE C4.
            let body = Data(#"["a","#.utf8) + [0x22, 0xCE, 0xC4, 0x22, 0x5D]
            for resource in [
                Resource<[String]>(json: Self.url), Resource<[String]>(json: Self.url, decoder: JSONDecoder()),
                Resource<[String]>(json: Self.url).inside(Envelope()),
            ] {
                let response = Response(headerFields: ["Content-Type": type], body: body)
                let failure = thrown(LoadError.self) { try resource.value(from: response) }?.parseFailure
                #expect(failure?.found == found && failure?.expected == "UTF-8", "\(type)")
                #expect(failure?.kind == (type.hasPrefix("text/html") ? .mediaType : .malformed), "\(type)")
            }
        }
    }

    @Test func `a mismatch in JSON of another character set is one of the document`() throws {
        let latin: HeaderFields = ["Content-Type": "application/json; charset=iso-8859-1"]
        for resource in [
            Resource<[String]>(json: Self.url), Resource<[String]>(json: Self.url, decoder: JSONDecoder()),
        ] {
            #expect(error(resource, type: latin, "[1]")?.found == "1")
            #expect(try resource.value(from: Response(headerFields: latin, body: Data(#"["a"]"#.utf8))) == ["a"])
        }
    }

    @Test func `JSON under another name is read, and a mismatch in it is one of the document`() throws {
        let resource = Resource<[String]>(json: Self.url)
        let text: HeaderFields = ["Content-Type": "text/plain"]
        #expect(try resource.value(from: Response(headerFields: text, body: Data(#"["a"]"#.utf8))) == ["a"])
        #expect(error(resource, type: text, "[1]")?.path.description == "[0]")
        #expect(error(resource, type: text, "[1]")?.found.contains("the server sent") == false)
    }
}
