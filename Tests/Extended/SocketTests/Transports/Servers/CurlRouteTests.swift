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

    @Test func `through a tunnel comes the server's head alone, also when it ends and the request is sent again`()
        async throws
    {
        let (tunnels, cut) = (Locked(0), Locked(false))
        let port = try #require(URL(string: Servers.secure)?.port)
        let proxy = try RawServer { connection in
            guard connection.head()?.hasPrefix("CONNECT localhost:\(port) ") == true else { return }
            tunnels.withLock { $0 += 1 }
            guard connection.send("HTTP/1.1 200 Connection established\r\nX-Proxy: yes\r\n\r\n") else { return }
            connection.relay(to: port) {
                cut.withLock { cut in
                    defer { cut = false }
                    return !cut
                }
            }
        }
        defer { proxy.stop() }
        for version in [CurlTransport.Network.HTTPVersion.http1, .negotiated] {
            let transport = CurlTransport(
                tls: try Servers.authority(), proxy: .url(proxy.baseURL), network: .init(httpVersion: version))
            for round in 1...4 {
                cut.withLock { $0 = round % 2 == 0 && version == .http1 }
                let response = try await load(Servers.secure + "hello.txt", transport)
                #expect(response.status == 200 && response.body == Data("Hello from nginx.\n".utf8))
                #expect(!response.headerFields.contains("X-Proxy") && response.headerFields.contains("Server"))
            }
        }
        #expect(tunnels.withLock { $0 } == 4)
    }
}
