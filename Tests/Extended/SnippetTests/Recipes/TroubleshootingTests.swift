import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulDiagnostics
import ResourcefulResilience
import ResourcefulTesting
import Testing

// The snippets and the messages of "Troubleshooting", compiled and produced.
@Suite(.permit) struct TroubleshootingTests {
    private static let api = URL(string: "https://example.org/api")!

    /// The text of the error that a load throws.
    private func message(
        of request: Request, _ webservice: Webservice = Webservice(transport: CurlTransport())
    ) async -> String {
        do {
            _ = try await webservice.load(Resource<Data>(request))
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    private func message(of request: Request, _ run: DryRun) -> String {
        var run = run
        do {
            _ = try run.load(Resource<Data>(request))
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a request that can't be sent gives the reason`() {
        let run = DryRun(baseURL: Self.api) { _ in Response() }
        #expect(
            message(of: Request("a"), DryRun { _ in Response() }).contains(
                "the URL is relative, and there is no baseURL to resolve it against"))
        let outside = message(of: Request("/a"), run)
        #expect(outside.contains("the relative URL /a leaves the base URL https://example.org/api"))
        #expect(outside.contains("https://example.org/a;") && outside.contains("https://example.org/api/a."))
        #expect(
            message(of: Request(template: "a b"), run).contains(
                #"the URI template "a b" is malformed at offset 1"#))
        #expect(
            message(of: Request(url: URL(string: "ftp://example.org")!), run).contains(
                "the URL's scheme is ftp, but only http and https are supported"))
        #expect(
            message(of: Request("a").body(.json(["id": 7])), run).contains(
                "a GET request has no body, unless the body is allowedWithGet()"))
        #expect(
            message(of: Request("a"), DryRun(baseURL: Self.api, [Stub("b").answers(.status(200))])).contains(
                "no stub answers GET https://example.org/api/a"))
    }

    @Test func `a connection that can't be made gives the reason`() async throws {
        #expect(
            await message(of: Request(url: URL(string: "http://nowhere.invalid")!)).contains(
                "the host name has no address"))
        #expect(
            await message(of: Request(url: URL(string: "http://nowhere.invalid")!)).hasSuffix("(libcurl's code 6)"))
        #expect(
            await message(of: Request(url: URL(string: "http://127.0.0.1:1")!)).hasSuffix(
                "no connection could be made to 127.0.0.1 port 1: Connection refused"))
        let server = try LoopbackServer(answering: { _ in
            .faulty(Response(body: Data(count: 100)), .cutShort(after: 10))
        })
        defer { server.stop() }
        #expect(
            await message(of: Request(url: server.baseURL)).contains(
                "failed: the connection ended before the response was complete"))
        let limited = Webservice(transport: CurlTransport(reach: .publicAddresses))
        #expect(
            await message(of: Request(url: server.baseURL), limited).hasSuffix(
                "no address of 127.0.0.1 may be reached"))
        var run = DryRun(baseURL: Self.api, policies: [.circuitBreaker(after: 1)]) { _ in Response(status: 503) }
        _ = try? run.load(Resource<Data>(Request("a")))
        #expect(
            message(of: Request("a"), run).hasSuffix(
                "failed too often, no requests for 30 s (last failure: 503 Service Unavailable)"))
    }

    @Test func `a proxy, and a server without TLS, are named as such`() async throws {
        let server = try LoopbackServer { _ in Response() }
        defer { server.stop() }
        let secure = Request(url: try #require(URL(string: "https://nowhere.invalid")))
        let proxied = Webservice(transport: CurlTransport(proxy: .url(server.baseURL)))
        #expect(await message(of: secure, proxied).contains("didn't connect to nowhere.invalid:443: 400"))
        let wrong = Webservice(
            transport: CurlTransport(proxy: .url(try #require(URL(string: "http://none.invalid:1")))))
        #expect(await message(of: secure, wrong).contains("the proxy http://none.invalid:1 has no address"))
        let plain = Request(url: try #require(URL(string: "https://127.0.0.1:\(server.baseURL.port ?? 0)")))
        #expect(await message(of: plain).contains("this server speaks http, or nothing over TLS"))
    }

    @Test func `a timeout names its limit`() async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(), .silence) })
        defer { server.stop() }
        let request = Request(url: server.baseURL)
        let whole = await message(of: request.timeout(.milliseconds(100)))
        #expect(whole.contains("Operation timed out after") || whole.contains("wasn't complete within"), "\(whole)")

        let idle = Webservice(transport: CurlTransport(idleTimeout: .seconds(1)))
        #expect(
            await message(of: request, idle).contains("nothing was sent or received for 1.0 seconds, the idle timeout"))

        let silent = try SilentPort()
        defer { silent.close() }
        let connecting = Webservice(transport: CurlTransport(connectTimeout: .milliseconds(200)))
        let secure = try #require(URL(string: "https://127.0.0.1:\(silent.number)"))
        let connection = await message(of: Request(url: secure), connecting)
        let told = "the request timed out: perhaps this server speaks http: SSL connection timeout"
        #expect(connection.contains(told), "\(connection)")

        let narrow = Webservice(transport: CurlTransport(maximumTransfersPerOrigin: 1))
        let first = Task { await message(of: request.timeout(.seconds(20)).alone(), narrow) }
        while server.requests.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(
            await message(of: request.timeout(.milliseconds(100)), narrow).hasSuffix(
                "no connection was free within 0.1 seconds, so the request wasn't sent"))
        first.cancel()
    }

    @Test func `a body that can't be read gives the reason, without secrets`() async throws {
        let html = Response(headerFields: ["Content-Type": "text/html"], body: Data("<html>Sign in</html>".utf8))
        var run = DryRun(baseURL: Self.api) { _ in html }
        let error = #expect(throws: LoadError.self) { try run.load(Resource<[String]>(json: "a")) }
        #expect(
            error?.description.contains(
                "can't be read: expected a value, found an HTML page; the server sent text/html") == true)

        let server = try LoopbackServer { _ in Response(body: Data(count: 2_000)) }
        defer { server.stop() }
        #expect(
            await message(of: Request(url: server.baseURL).maximumBodySize(1_000)).hasSuffix(
                "the response is larger than the limit of 1000 bytes"))

        let url = URL(string: "https://example.org/a?token=hush&page=2")!
        let request = Request(url: url, headerFields: ["Authorization": "Bearer hush"])
        #expect("\(request)" == "GET https://example.org/a?token=redacted&page=2")
        #expect(try request.curlCommand().contains("'Authorization: [redacted]'"))
        #expect(try request.curlCommand(revealingSecrets: true).contains("'Authorization: Bearer hush'"))
    }

    @Test func `a trace and an event log list the steps of a load`() async throws {
        let server = try LoopbackServer { _ in Response(body: Data("[]".utf8)) }
        defer { server.stop() }
        let recorder = Recorder()
        let webservice = Webservice(
            baseURL: server.baseURL, policies: [.retry()],
            observers: [recorder.observer])
        _ = try await webservice.load(Resource<[String]>(json: "a"))

        print(recorder.trace)

        #expect(recorder.trace.text.contains("200 OK"))
        var run = DryRun(baseURL: Self.api, policies: [.retry()]) { _ in Response(status: 503) }
        _ = try? run.load(Resource<Void>(Request("orders").method(.post)))
        #expect(run.eventLog.contains("POST isn't idempotent, and the request has no idempotency key"))

        let http1 = CurlTransport.Network(httpVersion: .http1)
        let transport = CurlTransport(network: http1)

        let older = Webservice(baseURL: server.baseURL, observers: [recorder.observer], transport: transport)
        _ = try await older.load(Resource<[String]>(json: "a"))
        let versions = recorder.trace.events.compactMap { event -> String? in
            guard case .received(let response, _, _, _) = event.kind else { return nil }
            return response.metrics?.httpVersion
        }
        #expect(versions.count == 2 && Set(versions).count == 1)
    }

    @Test func `a refused token is renewed once, and a second refusal fails the load`() {
        let bearer = Policy.bearer(for: Self.api, token: Token("old")) { _ in
            Resource(Request("token")) { _ in Token("new") }
        }
        var run = DryRun(baseURL: Self.api, policies: [bearer]) { request in
            Response(status: request.url.lastPathComponent == "token" ? 200 : 401)
        }
        #expect(throws: LoadError.self) { try run.load(Resource<Data>(Request("a"))) }
        #expect(run.requests.map(\.url.lastPathComponent) == ["a", "token", "a"])

        var elsewhere = DryRun(policies: [bearer]) { _ in Response() }
        _ = try? elsewhere.load(Resource<Data>(Request(url: URL(string: "https://example.org:8443/a")!)))
        #expect(elsewhere.requests.first?.headerFields.contains("Authorization") == false)
    }

    /// The events of two loads through a cache.
    private func events(_ response: Response, _ policies: [Policy] = []) -> String {
        var run = DryRun(baseURL: Self.api, policies: [.cache()] + policies) { _ in response }
        for _ in 0..<2 { _ = try? run.load(Resource<[String]>(json: "a")) }
        return run.events.map { "\($0)" }.joined(separator: "\n")
    }

    @Test func `the events of a cache give the reason for a miss`() {
        let empty = Data("[]".utf8)
        let found = "up in the cache: found"
        let fresh = events(Response(headerFields: ["Cache-Control": "max-age=60"], body: empty))
        #expect(fresh.contains(found) && fresh.contains("cache: fresh from the store"))
        for fields in [["Cache-Control": "no-store"], ["Cache-Control": "max-age=60", "Vary": "*"]] as [HeaderFields] {
            let forbidden = events(Response(headerFields: fields, body: empty))
            #expect(!forbidden.contains(found) && !forbidden.contains("cached https://"))
        }
        let uncached = Resource<[String]>(json: "a").uncached()
        for resource in [uncached, Resource<[String]>(json: "a").posting(["id": 7])] {
            var run = DryRun(baseURL: Self.api, policies: [.cache()]) { _ in Response(body: empty) }
            _ = try? run.load(resource)
            #expect(!run.events.contains { "\($0)".contains("up in the cache") })
        }
        let stale = events(Response(body: empty))
        #expect(stale.contains(found) && stale.components(separatedBy: "→ GET").count == 3)
        #expect(events(Response(status: 404)).contains("not stored: its resource rejects it"))
        let own = Policy { request, next in next(request.header("Authorization", "Bearer 7")) }
        #expect(
            events(Response(headerFields: ["Cache-Control": "max-age=60"], body: empty), [own]).contains(
                "not stored: a policy inside the cache added credentials"))
    }
}
