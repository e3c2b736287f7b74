import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is stored, then what is new.
struct UpdatesTests {
    private let resource = Resource(url: URL(string: "http://example.org/x")!) { String(decoding: $0, as: UTF8.self) }

    @Test func `the stored value comes first, then the new one, or that it is confirmed`() throws {
        var (text, tag) = ("one", "1")
        var run = DryRun { request in
            let fields: HeaderFields = ["Cache-Control": "max-age=10", "ETag": "\"\(tag)\""]
            let isSame = request.headerFields["If-None-Match"] == "\"\(tag)\""
            return Response(status: isSame ? 304 : 200, headerFields: fields, body: Data((isSame ? "" : text).utf8))
        }
        let cached = resource.cached()
        func updates() throws -> [String] {
            try run.updates(of: cached).map { "\($0.value), \($0.status)" }
        }
        #expect(try updates() == ["one, from the server"])
        #expect(try updates() == ["one, fresh from the store, 0 s old"])
        #expect(run.requests.count == 1)
        try run.load(Plan.wait(for: .seconds(20)))
        let stale = "one, stale from the store, 20 s old"
        #expect(try updates() == [stale, "one, from the store, validated by the server"])
        #expect(run.requests.count == 2)
        try run.load(Plan.wait(for: .seconds(20)))
        tag = "2"
        #expect(try updates() == [stale, "one, from the server"], "another tag, but the same content")
        try run.load(Plan.wait(for: .seconds(20)))
        (text, tag) = ("two", "3")
        #expect(try updates() == [stale, "two, from the server"])
        #expect(run.requests.count == 4)
    }

    @Test func `what is not cached comes once, and from the server`() throws {
        var run = DryRun { _ in Response(headerFields: ["Cache-Control": "max-age=10"], body: Data("x".utf8)) }
        for resource in [resource, resource.uncached()] {
            #expect(try run.updates(of: resource).map(\.value) == ["x"])
            #expect(try run.updates(of: resource).map(\.value) == ["x"])
        }
        #expect(run.requests.count == 4 && run.cache.entries.isEmpty)
    }

    @Test func `what is stored and can't be read any more is not shown`() throws {
        var body = "7"
        let url = URL(string: "http://example.org/n")!
        var run = DryRun(policies: [.cache()]) { _ in
            Response(headerFields: ["Cache-Control": "max-age=10"], body: Data(body.utf8))
        }
        let number = Resource(url: url, parseJSON: { try $0.int }).cached()
        #expect(try run.updates(of: number).map(\.value) == [7])
        body = "8"
        let text = Resource(url: url, parseJSON: { try $0.string }).cached()
        #expect(throws: LoadError.self) { try run.updates(of: text) }
        #expect(run.requests.count == 2, "the server was asked")
        body = "\"new\""
        #expect(try run.updates(of: text).map(\.value) == ["new"])
    }
}
