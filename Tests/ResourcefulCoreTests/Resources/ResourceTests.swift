import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ResourceTests {
    private static let fields: HeaderFields = ["Accept": "application/json"]
    private static let request = Request(url: Sample.url, method: .put, headerFields: fields, body: .form(["a": "b"]))

    /// The same request, described by each of the initialisers.
    private static let resources: [Resource<[Int]>] = [
        Resource(url: Sample.url, method: .put, headerFields: fields, body: .form(["a": "b"])) { (data: Data) in
            try JSONDecoder().decode([Int].self, from: data)
        },
        Resource(
            url: Sample.url, method: .put, headerFields: fields, body: .form(["a": "b"]),
            parseJSON: { json in try json.array.map { try $0.int } }),
        Resource(json: Sample.url, method: .put, headerFields: fields, body: .form(["a": "b"])),
        Resource(request) { response in try JSONDecoder().decode([Int].self, from: response.body) },
    ]

    @Test func `every initialiser makes the same request and reads alike`() {
        checkEach(Self.resources) { resource throws in
            let body = Data("[1,2,3]".utf8)
            #expect(resource.request == Self.request, "\(resource)")
            #expect(try resource.parse(body) == [1, 2, 3], "\(resource)")
            #expect(try resource.value(from: Response(body: body)) == [1, 2, 3], "\(resource)")
            #expect(throws: LoadError.self, "\(resource)") { try resource.parse(Data("[1,\"2\"]".utf8)) }
            var run = DryRun { _ in Response(body: body) }
            #expect(try run.load(resource) == [1, 2, 3], "\(resource)")
            #expect(run.requests.map(\.method) == [.put], "\(resource)")
        }
    }

    @Test func `without more than a URL a resource is a GET with nothing else`() {
        #expect(Resource<[Int]>(json: Sample.url).request == Request(url: Sample.url))
        #expect(Resource(url: Sample.url) { (data: Data) in data }.request == Request(url: Sample.url))
    }

    @Test func `a response is a value, whatever its status`() throws {
        let fields: HeaderFields = ["Content-Type": "text/html"]
        for code in 200...999 {
            let expected = Response(status: try #require(.init(code)), headerFields: fields, body: Data("no".utf8))
            var run = DryRun { _ in expected }
            let response = try run.load(Resource(response: Self.request))
            #expect(response.status == expected.status && response.body == expected.body)
            #expect(try Resource(response: Sample.url).value(from: expected) == expected)
        }
    }

    @Test func `the parts of the request are read and written on the resource`() {
        var resource = Resource<[Int]>(json: Sample.url)
        resource.url = URL(string: "/other")!
        resource.method = .post
        resource.headerFields["X"] = "1"
        resource.body = .json(1)
        resource.request.timeout = .seconds(1)
        #expect(
            resource.request
                == Request(
                    url: resource.url, method: resource.method, headerFields: resource.headerFields,
                    body: resource.body,
                    timeout: .seconds(1)))
        #expect("\(resource)" == "POST /other → Array<Int>")
    }

    @Test func `a path leads to the value in the document`() throws {
        let body = Data(#"{"data":{"posts":[{"ids":[1,2]}],"a.b":[3]}}"#.utf8)
        #expect(try Resource<[Int]>(json: Sample.url, at: "data.posts.0.ids").parse(body) == [1, 2])
        #expect(try Resource<[Int]>(json: Sample.url, at: ["data", "a.b"]).parse(body) == [3])
        #expect(try Resource<Int>(json: Sample.url, at: ["data", "posts", 0, "ids", 1]).parse(body) == 2)
    }

    @Test func `the document itself may be any value`() {
        checkEach(["1", "\"a\"", "null", "true", "[]", "{}", " [1] "]) { text throws in
            #expect(throws: Never.self, "\(text)") {
                try Resource(url: Sample.url, parseJSON: { json in json.exists }).parse(Data(text.utf8))
            }
        }
    }

    @Test func `the whole response is available`() throws {
        let resource = Resource(Request(url: Sample.url)) { response in
            [
                "\(response.status.code)", response.headerFields["ETag"] ?? "", response.url?.path ?? "",
                "\(response.body.count)",
            ].joined(separator: " ")
        }
        var run = DryRun { _ in Response(status: 201, headerFields: ["etag": "x"], body: Data([1])) }
        #expect(try run.load(resource) == "201 x /episodes 1")
    }

    @Test func `the status is validated before the body is read, and the body alone has none`() throws {
        let resource = Resource<[Int]>(json: Sample.url)
        let response = Response(status: 404, body: Data("no json".utf8))
        let error = #expect(throws: LoadError.self) { try resource.value(from: response) }
        #expect(error?.stage == .status)
        #expect(error?.response == response)
        #expect(error?.underlyingError == nil)
        let unread = #expect(throws: LoadError.self) { try resource.parse(response.body) }
        #expect(unread?.stage == .parse)
        #expect(unread?.response == nil)
    }
}
