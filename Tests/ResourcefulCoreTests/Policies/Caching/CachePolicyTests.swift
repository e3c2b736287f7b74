import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a load with a cache sends, and what it comes to.
struct CachePolicyTests {
    private static let url = URL(string: "http://example.org/x")!
    private let resource = Resource(url: url) { String(decoding: $0, as: UTF8.self) }

    /// A server whose content changes, with an entity tag and a lifetime of ten seconds.
    private final class Server {
        var version = 1
        var fields: HeaderFields = ["Cache-Control": "max-age=10"]

        func respond(_ request: Request) throws -> Response {
            if request.method == .put { version += 1 }
            var response = Response(headerFields: fields, body: Data("version \(version)".utf8))
            response.headerFields["ETag"] = "\"\(version)\""
            if request.method == .get, request.headerFields["If-None-Match"]?.contains("\"\(version)\"") == true {
                response.status = 304
                response.body = Data()
            }
            return response
        }
    }

    private func pause(_ seconds: Int, _ run: inout DryRun) throws { try run.load(Plan.wait(for: .seconds(seconds))) }

    @Test func `a fresh response is served without asking, a stale one is validated, and a new one replaces it`() throws
    {
        let server = Server()
        var run = DryRun(policies: [.cache()], server.respond)
        for _ in 0..<3 { #expect(try run.load(resource) == "version 1") }
        #expect(run.requests.count == 1)
        try pause(11, &run)
        #expect(try run.load(resource.withResponse).1.cacheStatus?.source == .validated)
        #expect(run.requests.count == 2 && run.requests[1].headerFields["If-None-Match"] == "\"1\"")
        #expect(try run.load(resource.withResponse).1.cacheStatus?.source == .hit, "the 304 has freshened it")
        server.version = 2
        try pause(11, &run)
        #expect(try run.load(resource) == "version 2")
        #expect(try run.load(resource) == "version 2")
        #expect(run.requests.count == 3)
    }

    @Test func `without the policy nothing is cached, and a resource can be cached by itself`() throws {
        var run = DryRun(Server().respond)
        for _ in 0..<2 { _ = try run.load(resource) }
        #expect(run.requests.count == 2 && run.cache.entries.isEmpty)
        for _ in 0..<3 { _ = try run.load(resource.cached()) }
        #expect(run.requests.count == 3)
        for _ in 0..<3 { _ = try run.load(resource) }
        #expect(run.requests.count == 6, "nothing else is")
    }

    @Test func `a custom lifetime holds whatever the server says`() throws {
        let server = Server()
        server.fields = ["Cache-Control": "no-cache, must-revalidate"]
        var run = DryRun(server.respond)
        let kept = resource.cached(for: .seconds(180))
        for _ in 0..<5 {
            _ = try run.load(kept)
            try pause(30, &run)
        }
        #expect(run.requests.count == 1)
        try pause(31, &run)
        _ = try run.load(kept)
        #expect(run.requests.count == 2)
    }

    @Test func `a lifetime for all is one for GET and HEAD, and one for a POST is said of it`() throws {
        var run = DryRun(policies: [.cache(for: .seconds(60))], Server().respond)
        let post = Resource(url: Self.url, method: .post, body: .json([1])) { $0.count }
        for _ in 0..<2 { _ = try run.load(resource) }
        #expect(run.requests.count == 1)
        for _ in 0..<2 { _ = try run.load(post) }
        #expect(run.requests.count == 3)
        try pause(1, &run)
        for _ in 0..<2 { _ = try run.load(post.cached(for: .seconds(60))) }
        #expect(run.requests.count == 4)
    }

    @Test func `what a request says of itself holds before what the Webservice says`() throws {
        var run = DryRun(policies: [.cache()], Server().respond)
        _ = try run.load(resource)
        _ = try run.load(resource.uncached())
        #expect(run.requests.count == 2)
        _ = try run.load(resource.refreshed())
        #expect(run.requests.count == 3 && run.requests[2].headerFields["If-None-Match"] == nil)
        _ = try run.load(resource.validated())
        #expect(run.requests.count == 4 && run.requests[3].headerFields["If-None-Match"] == "\"1\"")
        _ = try run.load(resource)
        #expect(run.requests.count == 4)
        try pause(1_000, &run)
        #expect(try run.load(resource.onlyIfCached()) == "version 1")
        #expect(run.requests.count == 4)
    }

    @Test(arguments: [401, 403, 451, 500] as [Response.Status])
    func `a user whose new token is refused doesn't continue with the old one`(status: Response.Status) throws {
        let server = Server()
        server.fields = ["Cache-Control": "max-age=10, stale-while-revalidate=1000"]
        var isRefused = false
        var run = DryRun(policies: [.cache()]) { request in
            guard isRefused else { return try server.respond(request) }
            return Response(status: status, headerFields: ["Cache-Control": "no-store"])
        }
        _ = try run.load(resource)
        try pause(11, &run)
        isRefused = true
        #expect(try run.load(resource) == "version 1", "it is asked for behind it")
        try pause(1, &run)
        if status == 500 {
            #expect(try run.load(resource) == "version 1", "a server that fails says nothing of the user")
        } else {
            let error = #expect(throws: LoadError.self) { try run.load(resource) }
            #expect(error?.status == status)
        }
    }

    @Test func `a change whose answer is lost may have been made`() throws {
        let server = Server()
        let change = Resource<Data>(url: Self.url, method: .put, body: .json(1))
        for (kind, count) in [
            (TransportError.Kind.connectionLost, 2), (.timedOut, 2), (.cannotConnect, 1), (.cannotResolveHost, 1),
        ] {
            var run = DryRun(policies: [.cache()]) { request in
                guard request.method == .put else { return try server.respond(request) }
                throw TransportError(kind, "")
            }
            _ = try run.load(resource)
            #expect(throws: LoadError.self) { try run.load(change) }
            _ = try run.load(resource)
            #expect(run.requests.count(where: { $0.method == .get }) == count, "\(kind)")
        }
    }

    @Test func `caches on the way receive what is wanted, unless the request says so itself`() throws {
        func sent(_ resource: Resource<String>) throws -> String? {
            var run = DryRun(policies: [.cache()], Server().respond)
            _ = try run.load(self.resource)
            _ = try run.load(resource)
            return run.requests.last?.headerFields["Cache-Control"]
        }
        #expect(try sent(resource.refreshed()) == "no-cache")
        #expect(try sent(resource.validated()) == "max-age=0")
        #expect(try sent(resource.refreshed().header("Cache-Control", "max-stale=5")) == "max-stale=5")
        #expect(try sent(resource.uncached()) == nil)
    }

    @Test func `what is stored has the fragment of no caller`() throws {
        let server = Server()
        var run = DryRun(policies: [.cache()]) { request in
            var response = try server.respond(request)
            response.url = request.url
            return response
        }
        var first = resource.withResponse.map { $1.url?.absoluteString }
        first.url = try #require(URL(string: "\(Self.url.absoluteString)#one"))
        _ = try run.load(first)
        var second = first
        second.url = try #require(URL(string: "\(Self.url.absoluteString)#two"))
        #expect(try run.load(second) == Self.url.absoluteString)
        #expect(run.requests.count == 1)
    }

    @Test func `offline, what is not stored is a 504 without a request`() throws {
        var run = DryRun(policies: [.cache()], Server().respond)
        let error = #expect(throws: LoadError.self) { try run.load(resource.onlyIfCached()) }
        #expect(error?.stage == .status && error?.response?.status == 504)
        #expect(run.requests.isEmpty)
    }

    @Test func `offline, what can't be stored is a 504 without a request, with a store and without`() throws {
        let file = Body.file(URL(filePath: "/tmp/none"))
        let resources = [
            resource.method(.post).body(.form(["a": "b"])), resource.method(.put).body(.json(["a": 1])),
            resource.method(.delete), resource.method(.post).body(file).cached(Caching(lifetime: .seconds(9))),
            resource.keepingContentCodings(),
        ]
        for policies in [[Policy.cache()], []] {
            for resource in resources {
                var run = DryRun(policies: policies, Server().respond)
                let offline = resource.onlyIfCached()
                let error = #expect(throws: LoadError.self) { try run.load(offline) }
                #expect(error?.response?.status == 504, "\(offline)")
                #expect(run.requests.isEmpty, "\(offline)")
            }
        }
    }

    @Test func `while revalidating the stale one is served at once, and the next one is new`() throws {
        let server = Server()
        server.fields = ["Cache-Control": "max-age=10, stale-while-revalidate=60"]
        var run = DryRun(policies: [.cache()], server.respond)
        _ = try run.load(resource)
        server.version = 2
        try pause(20, &run)
        let (old, response) = try run.load(resource.withResponse)
        #expect(old == "version 1" && response.cacheStatus == CacheStatus(.hit, age: .seconds(20), isFresh: false))
        #expect(run.requests.count == 2, "it was asked in the background")
        #expect(try run.load(resource) == "version 2")
        #expect(run.requests.count == 2)
    }

    @Test func `a stale response stands in for a server that fails, if it may`() {
        let cases: [Int?] = [500, 502, 503, 504, nil]
        checkEach(cases) { status in
            for isAllowed in [true, false] {
                let server = Server()
                var fails = false
                server.fields = ["Cache-Control": "max-age=10\(isAllowed ? ", stale-if-error=60" : "")"]
                var run = DryRun(policies: [.cache()]) { request in
                    guard fails else { return try server.respond(request) }
                    guard let status = status.flatMap({ Response.Status($0) }) else {
                        throw TransportError(.cannotConnect, "down")
                    }
                    return Response(status: status)
                }
                _ = try run.load(resource)
                fails = true
                try pause(20, &run)
                if isAllowed {
                    #expect(try run.load(resource) == "version 1", "\(status)")
                    try pause(60, &run)
                }
                #expect(throws: LoadError.self, "\(status)") { try run.load(resource) }
                #expect(run.requests.count == (isAllowed ? 3 : 2), "\(status)")
            }
        }
    }

    @Test func `what changes something invalidates, also what was asked for before and comes later`() throws {
        let server = Server()
        var run = DryRun(policies: [.cache()], server.respond)
        _ = try run.load(resource)
        server.version = 2
        _ = try run.load(Resource(url: Self.url, method: .post) { $0.count })
        #expect(try run.load(resource) == "version 2")
        // A response that was on its way while something changed.
        let slow = Policy { request, next in
            next(request).flatMap { response in
                request.method == .get ? Plan.wait(for: .seconds(5)).map { response } : .value(response)
            }
        }
        var late = DryRun(policies: [.cache(), slow], server.respond)
        let post = Plan.wait(for: .seconds(1)).flatMap {
            Resource(url: Self.url, method: .put) { $0.count }
        }
        _ = try late.load(zip(resource, post))
        #expect(try late.load(resource) == "version 3")
        #expect(late.requests.count == 3)
    }

    @Test func `a removal removes, also what was asked for before and comes later`() throws {
        var run = DryRun(policies: [.cache(), .waiting(.seconds(5))], Server().respond)
        let removal = Plan.wait(for: .seconds(1)).flatMap { Plan<Void>.removeCached(.all) }
        _ = try run.load(zip(resource, removal))
        #expect(run.cache.entries.isEmpty)
        _ = try run.load(resource)
        _ = try run.load(resource)
        #expect(run.requests.count == 2)
        try run.load(Plan<Void>.removeCached(.under(URL(string: "http://example.org")!)))
        _ = try run.load(resource)
        #expect(run.requests.count == 3)
    }

    @Test func `each response on the way of a redirect is one for itself`() throws {
        var run = DryRun(policies: [.cache()]) { request in
            guard request.url.path == "/x" else {
                return Response(headerFields: ["Cache-Control": "max-age=100"], body: Data("end".utf8))
            }
            return Response(status: 301, headerFields: ["Location": "/end", "Cache-Control": "max-age=10"])
        }
        for _ in 0..<3 {
            let (text, response) = try run.load(resource.withResponse)
            #expect(text == "end" && response.history.map(\.status) == [301] && response.url?.path == "/end")
        }
        #expect(run.requests.map(\.url.path) == ["/x", "/end"])
        try pause(11, &run)
        #expect(try run.load(resource) == "end")
        #expect(run.requests.map(\.url.path) == ["/x", "/end", "/x"])
    }
}

extension Policy {
    /// Lets a while pass before each response.
    fileprivate static func waiting(_ duration: Duration) -> Policy {
        Policy { request, next in next(request).flatMap { response in Plan.wait(for: duration).map { response } } }
    }
}
