import ResourcefulDiagnostics
import ResourcefulIdentity
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A cache, and cookies of which a load balancer sets a new one with each response.
struct CookieCacheTests {
    private static let balancers: Set<String> = ["AWSALB", "AWSALBCORS"]
    private static let names = "AWSALB, AWSALBCORS"

    /// A service behind a load balancer, which answers with the user whom it knows by the session.
    private final class Balanced: Sendable {
        private let count = Locked(0)
        let requests = Locked<[Request]>([])

        func answer(_ request: Request) -> Response {
            requests.withLock { $0.append(request) }
            let number = count.withLock { count in
                count += 1
                return count
            }
            var response = Response(headerFields: ["Cache-Control": "max-age=600", "ETag": "\"1\""])
            let lines = ["AWSALB=a\(number); path=/", "AWSALBCORS=b\(number); path=/"]
            let signIn = request.url.path() == "/login" ? ["session=\(request.url.query() ?? ""); path=/"] : []
            for line in lines + signIn { response.headerFields.append(HeaderFields.Field("Set-Cookie", checked: line)) }
            let cookies = request.headerFields["Cookie"]?.split(separator: "; ") ?? []
            let session = cookies.first { $0.hasPrefix("session=") }.map(String.init)
            response.body = Data((session ?? "nobody").utf8)
            if !signIn.isEmpty { response.headerFields["Cache-Control"] = "no-store" }
            return response
        }
    }

    private static func get(_ path: String) -> Resource<String> {
        Resource(Request(url: URL(string: path)!)) { String(decoding: $0.body, as: UTF8.self) }
    }

    private static let api = URL(string: "https://a.org/api/")!
    private static func orders(_ cookies: Policy) -> [[Policy]] {
        [[.cache(), cookies], [cookies, .cache()], [.cache(), .followingRedirects(), cookies], [.retry(), cookies]]
    }

    @Test(arguments: 0..<4) func `cookies that caches ignore are sent, and stored responses are found`(
        index: Int
    ) throws {
        let service = Balanced()
        let policies = Self.orders(.cookies(ignoredByCaches: Self.balancers))[index]
        var run = DryRun(baseURL: Self.api, policies: policies) { service.answer($0) }
        for _ in 0..<5 { #expect(try run.load(Self.get("me").cached()) == "nobody") }
        #expect(run.requests.count == 1)
        #expect(try run.load(Self.get("me").validated()) == "nobody")
        #expect(run.requests.last?.headerFields["Cookie"] == "AWSALB=a1; AWSALBCORS=b1")
        #expect(try run.load(Self.get("me").cached()) == "nobody" && run.requests.count == 2)
        #expect(!"\(run.eventLog)".contains("warning"), "\(run.eventLog)")
    }

    @Test(arguments: 0..<4) func `by default nothing is found, and each load names the cookies`(
        index: Int
    ) throws {
        let service = Balanced()
        var run = DryRun(baseURL: Self.api, policies: Self.orders(.cookies())[index]) { service.answer($0) }
        for _ in 0..<5 { #expect(try run.load(Self.get("me").cached()) == "nobody") }
        #expect(run.requests.count == 5)
        #expect("\(run.eventLog)".contains("warning: a response set \(Self.names), so caches"), "\(run.eventLog)")
        // Without a cache, nobody is misled.
        var other = DryRun(baseURL: Self.api, policies: [.cookies()]) { service.answer($0) }
        for _ in 0..<3 { _ = try other.load(Self.get("me")) }
        #expect(!"\(other.eventLog)".contains("warning"))
    }

    @Test(arguments: 0..<4) func `all other cookies keep users apart`(index: Int) throws {
        let service = Balanced()
        let policies = Self.orders(.cookies(ignoredByCaches: Self.balancers))[index]
        var run = DryRun(baseURL: Self.api, policies: policies) { service.answer($0) }
        #expect(try run.load(Self.get("me").cached()) == "nobody")
        for user in ["ada", "bob", "ada", "bob"] {
            _ = try run.load(Self.get("https://a.org/login?\(user)"))
            for _ in 0..<2 { #expect(try run.load(Self.get("me").cached()) == "session=\(user)") }
        }
        try run.load(Plan.removeCookies())
        #expect(try run.load(Self.get("me").cached()) == "nobody")
        #expect(run.requests.filter { $0.url.path() == "/api/me" }.count == 3)
    }

    @Test func `a request's own cookie tells users apart, whatever its name`() throws {
        let service = Balanced()
        var run = DryRun(policies: [.cache(), .cookies(ignoredByCaches: Self.balancers)]) { service.answer($0) }
        let page = Self.get("https://a.org/")
        for own in ["x", "y", "x", "y"] { _ = try run.load(page.header("Cookie", "AWSALB=\(own)")) }
        #expect(run.requests.map { $0.headerFields["Cookie"] } == ["AWSALB=x", "AWSALB=y; AWSALBCORS=b1"])
    }

    @Test func `what a failing envelope refuses is not stored, and a canceled leader leaves nothing`() async throws {
        let service = Balanced()
        let policies: [Policy] = [.cache(), .inside(Envelope()), .cookies(ignoredByCaches: Self.balancers)]
        var run = DryRun(baseURL: Self.api, policies: policies) { request in
            var response = service.answer(request)
            response.body = Data(#"{"code": 7, "message": "no"}"#.utf8)
            return response
        }
        for _ in 0..<2 { #expect(throws: ServiceError.self) { try run.load(Resource<String>(json: "me")) } }
        #expect(run.requests.count == 2)
        let isFirst = Locked(true)
        let webservice = Webservice(
            baseURL: Self.api, policies: [.cache(), .cookies(ignoredByCaches: Self.balancers)],
            transport: StubTransport { request in
                let isCanceled = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if isCanceled { throw CancellationError() }
                return service.answer(request)
            })
        await #expect(throws: CancellationError.self) { try await webservice.load(Self.get("me")) }
        for _ in 0..<3 { #expect(try await webservice.load(Self.get("me")) == "nobody") }
        #expect(service.requests.withLock { $0.count } == 3)
    }

    @Test func `printing the Webservice and an explanation name the cookies`() async throws {
        let service = Balanced()
        let transport = StubTransport { service.answer($0) }
        let warning = "a response set \(Self.names), so caches take the next load for another user's"
        let webservice = Webservice(baseURL: Self.api, policies: [.cache(), .cookies()], transport: transport)
        #expect(webservice.order.warnings.isEmpty)
        for _ in 0..<3 { _ = try await webservice.load(Self.get("me")) }
        #expect("\(webservice)".contains("warning    \(warning)"), "\(webservice)")
        #expect("\(webservice.account("bob"))".contains(warning))
        let explanation = try await webservice.explain(Self.get("me"))
        #expect(explanation.warnings.contains { $0.hasPrefix(warning) }, "\(explanation)")
        #expect("\(explanation)".contains(warning) && !"\(explanation) \(webservice)".contains("b1"))

        let right = Webservice(
            baseURL: Self.api, policies: [.cache(), .cookies(ignoredByCaches: Self.balancers)], transport: transport)
        for _ in 0..<3 { _ = try await right.load(Self.get("me")) }
        #expect(right.order.warnings.isEmpty)
        #expect("\(right)".contains("those of each site; caches ignore \(Self.names)"), "\(right)")
    }

    @Test func `a warning has names, and never a value`() throws {
        let count = Locked(0)
        var run = DryRun(policies: [.cache(), .cookies()]) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            var response = Response(headerFields: ["Cache-Control": "max-age=9"])
            for line in ["hunter\(number)", "=hunter\(number)", "a=hunter\(number); b=c", "d;hunter=e"] {
                response.headerFields.append(HeaderFields.Field("Set-Cookie", checked: line))
            }
            return response
        }
        for _ in 0..<2 { _ = try run.load(Self.get("https://a.org/")) }
        let (log, unnamed) = ("\(run.eventLog)", "one without a name")
        #expect(log.contains("a response set \(unnamed), \(unnamed), a, \(unnamed), so caches"), "\(log)")
        #expect(!log.contains("hunter"))
    }

    @Test func `a change that comes once is no warning, and many names are no memory`() async throws {
        let count = Locked(0)
        let webservice = Webservice(
            baseURL: Self.api, policies: [.cache(), .cookies()],
            transport: StubTransport { request in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                let isSigningIn = request.url.path() == "/api/login"
                let line =
                    isSigningIn ? "session=\(number)" : "name\(number)=\(number); \(String(repeating: "x", count: 99))"
                return Response(headerFields: ["Cache-Control": "max-age=9", "Set-Cookie": "\(line)"])
            })
        for _ in 0..<2 { _ = try await webservice.load(Self.get("login")) }
        #expect(webservice.order.warnings.isEmpty)
        for _ in 0..<100 { _ = try await webservice.load(Self.get("me")) }
        #expect(webservice.order.warnings.isEmpty)
    }
}
