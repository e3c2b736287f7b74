import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Hosts with several addresses, some of which lead nowhere.
@Suite(.permit) struct ConnectingReportTests {
    private func load(_ addresses: [InternetAddress], port: Int, timeout: Duration = .seconds(20)) async throws
        -> String
    {
        let network = CurlTransport.Network(resolving: ["two.example": addresses])
        let webservice = Webservice(transport: CurlTransport(proxy: .none, network: network))
        let url = "http://two.example:\(port)/"
        return try await webservice.load(echo(url, timeout: timeout)).text
    }

    @Test(
        arguments: [
            ["::1", "127.0.0.1"], ["127.0.0.2", "127.0.0.1"], ["::1", "127.0.0.2", "127.0.0.1"],
            ["2001:db8::1", "127.0.0.1"], ["192.0.2.1", "127.0.0.1"], ["2001:db8::1", "2001:db8::2", "127.0.0.1"],
        ] as [[InternetAddress]])
    func `a host is reached by the one of its addresses that leads there`(addresses: [InternetAddress]) async throws {
        let server = try LoopbackServer { _ in Response(body: Data("in".utf8)) }
        defer { server.stop() }
        let port = try #require(server.baseURL.port)
        #expect(try await load(addresses, port: port) == "in")
        #expect(server.requests.count == 1)
    }

    @Test func `localhost is reached at either of its addresses`() async throws {
        let server = try LoopbackServer { _ in Response(body: Data("in".utf8)) }
        defer { server.stop() }
        let port = try #require(server.baseURL.port)
        let webservice = Webservice(transport: CurlTransport(proxy: .none))
        #expect(try await webservice.load(echo("http://localhost:\(port)/", timeout: .seconds(20))).text == "in")
        guard
            let other = RawServer(
                onIPv6: (),
                driving: { connection in
                    guard connection.drain() != nil else { return }
                    _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nin")
                })
        else { return }
        defer { other.stop() }
        let otherPort = try #require(other.baseURL.port)
        #expect(try await load(["127.0.0.2", "::1"], port: otherPort) == "in")
    }
}
