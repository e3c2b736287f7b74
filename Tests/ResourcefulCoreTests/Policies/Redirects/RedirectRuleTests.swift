import ResourcefulIdentity
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which redirections are followed, and what is done for each hop.
struct RedirectRuleTests {
    private static let url = URL(string: "https://example.org/1")!
    private let resource = Resource<Data>(url: url)

    /// A server that redirects so many times, and sets a cookie each time.
    private func server(_ count: Int, to host: String = "example.org") -> @Sendable (Request) -> Response {
        { request in
            let number = Int(request.url.lastPathComponent) ?? 0
            guard number <= count else { return Response(body: Data("end".utf8)) }
            return Response(
                status: 302, headerFields: ["Location": "/\(number + 1)", "Set-Cookie": "step=\(number)"])
        }
    }

    @Test func `a limit of 0 on a Webservice follows nothing`() throws {
        var run = DryRun(policies: [.followingRedirects(limit: 0)], server(3))
        let response = try run.load(resource.validating(.any).withResponse).1
        #expect(response.status == 302 && response.headerFields["Location"] == "/2")
        #expect(response.location?.absoluteString == "https://example.org/2")
        #expect(run.requests.count == 1)
    }

    @Test func `one resource follows none, and the others as the Webservice says`() throws {
        var run = DryRun(policies: [.retry(upTo: 2)], server(1))
        let login = resource.redirects(.none).validating(.status(302)).withResponse
            .map { $1.headerFields["Set-Cookie"] }
        #expect(try run.load(login) == "step=1")
        #expect(try run.load(resource) == Data("end".utf8))
        #expect(run.requests.count == 3)
    }

    @Test func `a resource may follow more than its Webservice`() throws {
        var run = DryRun(policies: [.followingRedirects(limit: 0)], server(3))
        #expect(try run.load(resource.redirects(.upTo(3))) == Data("end".utf8))
        #expect(try run.load(resource.plan.redirects(.upTo(3))) == Data("end".utf8), "said of a whole plan")
    }

    @Test(arguments: 0...4)
    func `redirects up to the limit are followed, and the next one is the response, history included`(
        limit: Int
    ) throws {
        var run = DryRun(server(3))
        let response = try run.load(resource.redirects(.upTo(limit)).validating(.any).withResponse).1
        #expect(run.requests.count == min(limit, 3) + 1)
        #expect(response.history.count == min(limit, 3))
        #expect(response.status == (limit < 3 ? 302 : 200))
    }

    @Test func `another scheme is a response like any other`() throws {
        var run = DryRun { _ in Response(status: 302, headerFields: ["Location": "myapp://callback?code=1"]) }
        let callback = resource.validating(.status(302)).withResponse.map { $1.headerFields["Location"] }
        #expect(try run.load(callback) == "myapp://callback?code=1")
        let error = #expect(throws: LoadError.self) { try run.load(resource) }
        #expect(error?.stage == .status && error?.status == 302)
    }

    @Test func `a function sees each redirection, changes it, or ends them`() throws {
        var run = DryRun(server(5))
        let rule = RedirectRule.deciding { redirection in
            if redirection.next.url.path == "/4" { return nil }
            return redirection.next.header("X-Hop", "\(redirection.response.history.count + 1)")
        }
        let response = try run.load(resource.redirects(rule).validating(.any).withResponse).1
        #expect(run.requests.map { $0.headerFields["X-Hop"] } == [nil, "1", "2"])
        #expect(response.url?.path == "/3" && response.status == 302)
    }

    @Test func `what a function decides takes no secrets to another origin`() throws {
        var run = DryRun { request in
            request.url.host() == "example.org"
                ? Response(status: 302, headerFields: ["Location": "/2"]) : Response()
        }
        let rule = RedirectRule.deciding { redirection in
            var next = redirection.next
            next.url = URL(string: "https://other.example/")!
            return next.header("X-Api-Key", "for the other one")
        }
        _ = try run.load(resource.header("Authorization", "s3cret").header("Cookie", "a=1").redirects(rule))
        #expect(run.requests.last?.headerFields["Authorization"] == nil)
        #expect(run.requests.last?.headerFields["Cookie"] == nil)
        #expect(run.requests.last?.headerFields["X-Api-Key"] == "for the other one")
    }

    @Test func `what a function throws ends the load`() {
        struct Refused: Error {}
        var run = DryRun(server(1))
        #expect(throws: Refused.self) {
            try run.load(resource.redirects(.deciding { _ in throw Refused() }))
        }
    }

    @Test func `each hop to an origin is signed again, and none to another one`() throws {
        let origin = try #require(Origin(Self.url))
        let signing = Policy.signing(for: origin) { request, _, nonce in request.header("X-Signature", "\(nonce)") }
        var run = DryRun(policies: [.retry(upTo: 1), signing]) { request in
            switch request.url.absoluteString {
            case "https://example.org/1": Response(status: 302, headerFields: ["Location": "/2"])
            case "https://example.org/2": Response(status: 302, headerFields: ["Location": "https://b.example/3"])
            default: Response()
            }
        }
        _ = try run.load(resource)
        let signatures = run.requests.map { $0.headerFields["X-Signature"] }
        #expect(signatures[0] != nil && signatures[1] != nil && signatures[0] != signatures[1])
        #expect(signatures[2] == nil)
    }

    @Test func `a cookie of a hop is seen by a policy that belongs to a hop`() throws {
        let cookies = Policy(named: "cookies", perHop: true) { request, next in
            Plan.read("jar").flatMap { entry in
                let cookie = entry.map { String(decoding: $0.data, as: UTF8.self) }
                return next(request.header("Cookie", cookie)).flatMap { response -> Plan<Response> in
                    guard let set = response.headerFields["Set-Cookie"] else { return .value(response) }
                    return Plan.write(StoreEntry(data: Data(set.utf8), date: .distantPast), to: "jar").map { response }
                }
            }
        }
        var run = DryRun(policies: [.retry(upTo: 1), cookies], server(2))
        #expect(try run.load(resource) == Data("end".utf8))
        #expect(run.requests.map { $0.headerFields["Cookie"] } == [nil, "step=1", "step=2"])
    }

    @Test func `where redirects stand in the list decides what is done for each hop`() throws {
        let counter = Locked<[String: Int]>([:])
        let counting = { (name: String) in
            Policy { request, next in
                counter.withLock { $0[name, default: 0] += 1 }
                return next(request)
            }
        }
        var run = DryRun(policies: [counting("outside"), .followingRedirects(), counting("inside")], server(3))
        _ = try run.load(resource)
        #expect(counter.withLock { $0 } == ["outside": 1, "inside": 4])
    }
}
