import Foundation
import Resourceful
import ResourcefulIdentity
import ResourcefulPages
import ResourcefulStreams
import ResourcefulTesting
import Testing

// More of what people type first: it compiles, and does what it says.

private struct Repository: Codable, Sendable, Equatable { let name: String }
private enum RepositoryError: Error { case hasNoOwner }

private let list = Data(#"[{"name": "swift"}]"#.utf8)

struct SecondGuessTests {
    private func run(_ respond: @escaping (Request) throws -> Response = { _ in Response(body: list) }) -> DryRun {
        DryRun(baseURL: URL(string: "https://api.example.org/v1"), respond)
    }

    @Test func `a path with holes is a resource, whatever stands in a hole`() throws {
        let (name, page, tags): (String, Int?, [String]) = ("a/b?c", 2, ["x", "y z"])
        var run = run()
        let all = Resource<[Repository]>(
            json: "orgs/{org}/repos{?page,sort,tags*}",
            [
                "org": name, "page": page, "sort": nil as String?, "tags": tags,
            ])
        #expect(try run.load(all) == [Repository(name: "swift")])
        #expect(
            run.requests.last?.url.absoluteString
                == "https://api.example.org/v1/orgs/a%2Fb%3Fc/repos?page=2&tags=x&tags=y%20z")
        _ = try run.load(Resource<[Repository]>(json: "repos"))
        #expect(run.requests.last?.path == "/v1/repos")
        let id = UUID()
        let other = Resource<Data>(Request("repos/{id}", ["id": id]).method(.delete))
        _ = try run.load(other)
        #expect(run.requests.last?.path == "/v1/repos/\(id.uuidString)" && run.requests.last?.method == .delete)
        let broken = Resource<[Repository]>(json: "orgs/{org")
        #expect(throws: LoadError.self) { try run.load(broken) }
        #expect(run.requests.count == 3)
    }

    @Test func `JSON is read by hand at a path with holes, too`() throws {
        var run = run()
        let names = Resource(
            "orgs/{org}/repos", ["org": "a/b"], method: .post,
            parseJSON: { json in
                try json.array.map { try $0.name.string }
            })
        #expect(try run.load(names) == ["swift"])
        #expect(run.requests.last?.url.absoluteString == "https://api.example.org/v1/orgs/a%2Fb/repos")
        #expect(run.requests.last?.method == .post)
        #expect(run.requests.last?.headerFields["Accept"] == "application/json")
    }

    @Test func `a value is never more than a value`() throws {
        var run = run()
        for value in ["..", "."] {
            let error = #expect(throws: LoadError.self) {
                try run.load(Resource<[Repository]>(json: "orgs/{org}/repos", ["org": value]))
            }
            #expect(error?.stage == .request)
        }
        #expect(run.requests.isEmpty)
    }

    @Test func `a failure is recovered from with a value, nil, or something else to load`() throws {
        var run = run { request in request.path.hasSuffix("down") ? Response(status: 503) : Response(body: list) }
        let down = Resource<[Repository]>(json: "down")
        #expect(try run.load(down.recover { _ in [] }) == [])
        #expect(try run.load(down.recover { _ in nil }) == nil)
        #expect(try run.load(down.map(\.first).recover { _ in nil }) == nil)
        #expect(try run.load(down.recover { _ in Resource<[Repository]>(json: "up") }).count == 1)
        #expect(try run.load(down.recover { _ in Plan.value([Repository(name: "x")]) }).count == 1)
        #expect(throws: RepositoryError.self) { try run.load(down.recover { _ in throw RepositoryError.hasNoOwner }) }
    }

    private func repositories(of owner: String?) -> Resource<[Repository]> {
        guard let owner else { return .failure(RepositoryError.hasNoOwner) }
        return Resource(json: "users/{owner}/repos", ["owner": owner])
    }

    @Test func `a guard returns a failure beside a resource`() throws {
        var run = run()
        #expect(try run.load(repositories(of: "apple")).count == 1)
        #expect(throws: RepositoryError.self) { try run.load(repositories(of: nil)) }
        #expect(throws: RepositoryError.self) { try repositories(of: nil).parse(list) }
        #expect(throws: RepositoryError.self) { try repositories(of: nil).value(from: Response(status: 500)) }
        let plan = Resource<[Repository]>(json: "repos").flatMap { repositories -> Resource<[Repository]> in
            guard repositories.count > 1 else { return .failure(RepositoryError.hasNoOwner) }
            return Resource(json: "more")
        }
        #expect(throws: RepositoryError.self) { try run.load(plan) }
        #expect(run.requests.count == 2)
    }

    @Test func `a file says by its name what it is`() {
        for (name, type) in [
            ("photo.JPG", "image/jpeg"), ("report.final.pdf", "application/pdf"), ("notes", "application/octet-stream"),
            (".json", "application/octet-stream"), ("a.txt", "text/plain; charset=utf-8"),
            ("x.unknown", "application/octet-stream"), ("", "application/octet-stream"),
        ] {
            #expect(MediaType(fileName: name).description == type)
            let file = URL(filePath: "/tmp/folder/\(name)")
            if !name.isEmpty { #expect(Body.file(file).mediaType?.description == type) }
            #expect(Body.Part.data(Data(), name: "f", fileName: name).mediaType?.description == type)
        }
        let photo = URL(filePath: "/tmp/photo.png")
        #expect(Body.Part.file(photo, name: "f", fileName: "x.gif").mediaType == "image/png")
        #expect(Body.file(photo, mediaType: nil).mediaType == nil)
        #expect(Body.Part.data(Data(), name: "f").mediaType == .octetStream)
    }

    @Test func `services that sign by MD5 or SHA-1 can be served`() {
        let text = Array("abc".utf8)
        #expect(Signing.hexadecimal(Signing.md5(text)) == "900150983cd24fb0d6963f7d28e17f72")
        #expect(Signing.hexadecimal(Signing.sha1(text)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        let question = Array("what do ya want for nothing?".utf8)
        #expect(
            Signing.hexadecimal(Signing.hmacSHA1(question, key: Array("Jefe".utf8)))
                == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    }

    @Test func `an object of values of different types is a body`() throws {
        let (name, age, nick): (String, Int, String?) = ("Ada", 36, nil)
        let body = Body.json(["name": name, "age": age, "nick": nick, "tags": ["a"], "at": ["x": 1.5]])
        #expect(body.data == Data(#"{"age":36,"at":{"x":1.5},"name":"Ada","nick":null,"tags":["a"]}"#.utf8))
        let form = Body.form(["q": name, "page": age, "nick": nick, "exact": true])
        #expect(form.data == Data("q=Ada&page=36&exact=true".utf8))
        let posted = Resource<Repository>(json: "repos").posting(Repository(name: "swift"))
        #expect(posted.method == .post && posted.body?.data == Data(#"{"name":"swift"}"#.utf8))
    }

    @Test func `a template takes Foundation's decoder, too`() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Owner: Decodable, Sendable { let fullName: String }
        let owner = Resource<Owner>(json: "owners/{id}", ["id": 7], at: "data", decoder: decoder)
        var run = run { _ in Response(body: Data(#"{"data": {"full_name": "Ada"}}"#.utf8)) }
        #expect(try run.load(owner).fullName == "Ada" && run.requests[0].path == "/v1/owners/7")
        #expect(throws: LoadError.self) { try run.load(Resource<Owner>(json: "a{", decoder: decoder)) }
    }

    @Test func `a transport that is a function knows what was sent, too`() async throws {
        let transport = StubTransport { _ in Response(body: list) }
        let webservice = Webservice(baseURL: URL(string: "https://api.example.org"), transport: transport)
        _ = try await webservice.load(Resource<[Repository]>(json: "repos"))
        _ = try await webservice.load(Plan.send(Request("x").method(.delete)))
        #expect(transport.requests.map(\.path) == ["/repos", "/x"] && transport.requests.last?.method == .delete)
    }

    @Test func `text and streams are asked for by a URL or by a request`() throws {
        var run = run { request in Response(body: Data("\(request.method)".utf8)) }
        let url = URL(string: "x")!
        #expect(try run.load(Resource<String>(text: url)) == "GET")
        #expect(try run.load(Resource<String>(text: Request("x").method(.put))) == "PUT")
        #expect(StreamResource<String>(lines: Request("x").method(.post)).request.method == .post)
        #expect(StreamResource<String>(lines: url).request == Request(url: url))
    }

    @Test func `the stored pages of a list are shown before the new ones, and a file is its first page`() async throws {
        let pages = Paged(Resource<[Repository]>(json: "repos"), next: .link)
        let (base, memory) = (URL(string: "https://api.example.org/v1"), MemoryCache())
        @Sendable func page(_ request: Request, last: String) -> Response {
            guard request.url.query == nil else {
                return Response(
                    headerFields: ["Cache-Control": "max-age=0"], body: Data("[{\"name\": \"\(last)\"}]".utf8))
            }
            return Response(
                headerFields: ["Cache-Control": "max-age=0", "Link": "<repos?page=2>; rel=next"], body: list)
        }
        var last = "old"
        var run = DryRun(baseURL: base, policies: [.cache()]) { page($0, last: last) }
        for (name, expected) in [("old", ["old"]), ("new", ["old", "new"])] {
            last = name
            let webservice = Webservice(
                baseURL: base, policies: [.cache(in: memory)], transport: StubTransport { page($0, last: name) })
            var shown: [[Repository]] = []
            for try await update in webservice.updates(of: pages) { shown.append(update.value) }
            #expect(shown.map { $0.map(\.name) } == expected.map { ["swift", $0] })
            #expect(try run.updates(of: pages).map(\.value) == shown)
        }
        #expect(try assertParses(pages, list) == [Repository(name: "swift")])
    }
}
