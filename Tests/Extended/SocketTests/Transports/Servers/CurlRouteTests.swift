import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Ways to nginx that libcurl alone can go: sockets of this machine, and proxies or none.
@Suite(.permit, .needsServers) struct CurlRouteTests {
    private func load(_ url: String, _ transport: CurlTransport) async throws -> Response {
        try await Webservice(transport: transport).load(echo(url))
    }

    @Test func `a file comes over a Unix domain socket`() async throws {
        let socket = CurlTransport(unixDomainSocket: try #require(Servers.folder) + "/nginx.sock")
        let response = try await load("http://some.service/hello.txt", socket)
        #expect(response.body == Data("Hello from nginx.\n".utf8))
        #expect(response.headerFields["X-Host"] == "some.service")
    }

    @Test func `a proxy is asked for every request, unless the settings exclude proxies`() async throws {
        let proxy = try LoopbackServer { Response(body: Data("by proxy: \($0.headerFields["Host"] ?? "")".utf8)) }
        let through = CurlTransport(proxy: .url(proxy.baseURL))
        let answer = try await load("http://no-such-host.invalid/x", through)
        #expect(answer.body == Data("by proxy: no-such-host.invalid".utf8))
        let direct = CurlTransport(proxy: .none)
        #expect(try await load(Servers.plain + "hello.txt", direct).status == 200)
        #expect(proxy.requests.count == 1)
    }
}
