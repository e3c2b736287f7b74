import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct LoadTests {
    private let url = URL(string: "http://example.org/number")!
    private var number: Resource<Int> {
        Resource(url: url) { data in try #require(Int(String(decoding: data, as: UTF8.self))) }
    }

    @Test func `a resource is sent, validated and parsed`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response(body: Data("42".utf8)) })
        #expect(try await webservice.load(number) == 42)
    }

    @Test func `what a transport throws is the cause of an error of the transport stage`() async throws {
        struct Broken: Error {}
        let webservice = Webservice(transport: StubTransport { _ in throw Broken() })
        let error = await #expect(throws: LoadError.self) { try await webservice.load(number) }
        #expect(error?.stage == .transport)
        #expect(error?.underlyingError is Broken)
        #expect(error?.request.url == url)
        #expect(error?.response == nil)
    }

    @Test func `a status that isn't a success is an error of the status stage with the whole response`() async throws {
        let answer = Response(status: 404, headerFields: ["X-Why": "gone"], body: Data("Nothing here".utf8))
        let webservice = Webservice(transport: StubTransport { _ in answer })
        let error = await #expect(throws: LoadError.self) { try await webservice.load(number) }
        #expect(error?.stage == .status)
        #expect(error?.response?.body == answer.body)
        #expect(error?.response?.headerFields["x-why"] == "gone")
    }

    @Test func `a request that can't be sent never reaches the transport`() async throws {
        let sent = Counter()
        let webservice = Webservice(
            transport: StubTransport { _ in
                sent.add()
                return Response()
            })
        let relative = Resource(url: URL(string: "episodes.json")!) { $0 }
        let error = await #expect(throws: LoadError.self) { try await webservice.load(relative) }
        #expect(error?.stage == .request)
        #expect(sent.value == 0)
    }

    @Test func `a relative URL is resolved against the base URL`() async throws {
        let webservice = Webservice(
            baseURL: URL(string: "http://example.org/api/")!,
            transport: StubTransport { Response(body: Data($0.url.absoluteString.utf8)) })
        let resource = Resource(url: URL(string: "episodes/1.json?full=1")!) { String(decoding: $0, as: UTF8.self) }
        #expect(try await webservice.load(resource) == "http://example.org/api/episodes/1.json?full=1")
    }

    @Test func `policies are applied, the outermost first`() async throws {
        let note = { @Sendable (name: String) in
            Policy { request, next in
                var request = request
                request.headerFields["X-Path"] = (request.headerFields["X-Path"] ?? "") + name
                return next(request)
            }
        }
        let webservice = Webservice(
            policies: [note("a"), note("b")],
            transport: StubTransport { Response(body: Data(($0.headerFields["X-Path"] ?? "").utf8)) })
        let resource = Resource(url: url) { String(decoding: $0, as: UTF8.self) }
        #expect(try await webservice.load(resource) == "ab")
        #expect(try await webservice.load(resource.applying(note("own-"))) == "own-ab")
        #expect(try await webservice.load(resource.flatMap { _ in resource }) == "ab")
    }

    @Test func `entries of the store are there for later loads of the same Webservice and its copies`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response() })
        let entry = StoreEntry(data: Data("token".utf8), date: Date(timeIntervalSince1970: 1))
        try await webservice.load(Plan.write(entry, to: "credentials"))
        let copy = webservice
        #expect(try await copy.load(Plan.read("credentials")) == entry)
        try await copy.load(Plan.write(nil, to: "credentials"))
        #expect(try await webservice.load(Plan.read("credentials")) == nil)
    }
}
