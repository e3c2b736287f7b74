import ResourcefulTesting
import TestSupport
import Testing

/// What a request brings along holds what a list holds: users, relative URLs, a cache in memory, a verdict.
struct BroughtPolicyTests {
    private static let api = URL(string: "https://api.example/v1/")!

    private enum Account: RequestOption { static let defaultValue = "" }

    /// Adds a field whose name says nothing, for the user whom it names.
    private static let account = Policy(
        named: "account", role: Policy.Role("account"), identifying: { .value($0[Account.self]) }
    ) { request, next in
        next(request.header("X-Color", request[Account.self]))
    }

    private static func color(of user: String) -> Resource<String> {
        Resource<String>(text: Request(url: URL(string: "color")!)).option(Account.self, user).bringing(account)
    }

    /// A server that answers each with the field that it was sent, to be kept.
    private static let server = StubTransport { request in
        Response(
            headerFields: ["Cache-Control": "max-age=600", "Content-Type": "text/plain"],
            body: Data((request.headerFields["X-Color"] ?? "nobody").utf8))
    }

    @Test func `no user is given what was stored for another`() async throws {
        let orders: [[Policy]] = [
            [.cache()], [.cache(), .followingRedirects()], [.retry(), .cache(for: .seconds(60))],
        ]
        for policies in orders {
            let webservice = Webservice(baseURL: Self.api, policies: policies, transport: Self.server)
            for user in ["ada", "bob", "ada", "bob"] {
                #expect(try await webservice.load(Self.color(of: user)) == user, "\(webservice)")
            }
            var run = DryRun(baseURL: Self.api, policies: policies) { request in
                let color = request.headerFields["X-Color"] ?? ""
                return Response(headerFields: ["Cache-Control": "max-age=600"], body: Data(color.utf8))
            }
            for user in ["ada", "bob", "ada"] { #expect(try run.load(Self.color(of: user)) == user) }
        }
    }

    @Test func `a hit in memory doesn't pass a brought policy by`() async throws {
        let webservice = Webservice(baseURL: Self.api, policies: [.cache()], transport: Self.server)
        let plain = Resource<String>(text: Request(url: URL(string: "color")!))
        #expect(try await webservice.load(plain) == "nobody")
        let stopped = plain.bringing(.failing("stopped"))
        await #expect(throws: LoadError.self) { try await webservice.load(stopped) }
        #expect(try await webservice.load(plain) == "nobody")
    }

    @Test func `a custom policy can give options to a request that has none`() throws {
        let stamping = Policy(named: "stamping") { request, next in next(request.header("X-Color", "stamped")) }
        let giving = Policy(named: "giving") { request, next in
            next(request.bringing(stamping).cached(for: .seconds(60)))
        }
        var run = DryRun(baseURL: Self.api, policies: [giving]) { request in
            Response(body: Data((request.headerFields["X-Color"] ?? "none").utf8))
        }
        let plain = Resource<String>(text: Request(url: URL(string: "color")!))
        for _ in 1...2 { #expect(try run.load(plain) == "stamped") }
        #expect(run.requests.count == 1)
    }

    @Test func `a brought policy can make a URL relative, which the ones inside don't see`() throws {
        let seen = Policy(named: "seen", perHop: true) { request, next in
            #expect(request.url.scheme == "https")
            return next(request)
        }
        let moving = Policy(named: "moving") { request, next in
            var request = request
            request.url = URL(string: "moved")!
            return next(request)
        }
        for policies in [[], [.retry()], [seen]] as [[Policy]] {
            var run = DryRun(baseURL: Self.api, policies: policies) { _ in Response(body: Data("x".utf8)) }
            _ = try run.load(Resource<String>(text: Request(url: URL(string: "old")!)).bringing(moving))
            #expect(run.requests.map(\.url.absoluteString) == ["https://api.example/v1/moved"])
        }
    }

    @Test func `a brought policy gives way to one of its role, and the last one of a role counts`() throws {
        func stamp(_ text: String) -> Policy {
            Policy(named: "stamp", role: Policy.Role("stamp")) { request, next in next(request.header("X-Stamp", text))
            }
        }
        let request = Request(url: Self.api).bringing(stamp("first")).bringing(stamp("second"))
        for (policies, text) in [([], "second"), ([stamp("listed")], "listed")] as [([Policy], String)] {
            var run = DryRun(policies: policies) { _ in Response() }
            _ = try run.load(Plan.send(request))
            #expect(run.requests[0].headerFields.values(of: "X-Stamp") == [text])
        }
    }

    @Test func `a brought policy asks for the verdict of a failing envelope`() throws {
        let asking = Policy(named: "asking") { request, next in
            next(request).map { response in
                request.verdict(on: response).isSuccess ? response : Response(status: 418)
            }
        }
        var run = DryRun(baseURL: Self.api, policies: [.inside(Envelope())]) { _ in
            Response(body: Data(#"{"code": 1001, "message": "no"}"#.utf8))
        }
        let posts = Resource<[String]>(json: "posts").bringing(asking)
        let error = #expect(throws: LoadError.self) { try run.load(posts) }
        #expect(error?.response?.status == 418)
    }

    @Test func `nothing is stored for a user who has changed meanwhile, outside hops or inside`() throws {
        for place in ["outer", "inner"] {
            func naming(_ name: String, perHop: Bool) -> Policy {
                Policy(
                    named: name, perHop: perHop,
                    identifying: { _ in Plan.read(name).map { $0.map { String(decoding: $0.data, as: UTF8.self) } } }
                ) { request, next in next(request) }
            }
            let changing = Policy(named: "changing", perHop: true) { request, next in
                next(request).flatMap { response in
                    Plan.write(StoreEntry(data: Data("bob".utf8), date: .distantPast), to: place).map { response }
                }
            }
            let ada = StoreEntry(data: Data("ada".utf8), date: .distantPast)
            let policies = [naming("outer", perHop: false), .cache(), naming("inner", perHop: true), changing]
            var run = DryRun(baseURL: Self.api, policies: policies) { _ in
                Response(headerFields: ["Cache-Control": "max-age=600"])
            }
            run.store = ["outer": ada, "inner": ada]
            _ = try run.load(Plan.send(Request(url: Self.api)))
            #expect("\(run.eventLog)".contains("not stored: the user changed"), "\(place): \(run.eventLog)")
        }
    }
}
