import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Which addresses are reached: it is looked at where the connection is made.
@Suite(.permit) struct ReachTests {
    private static func resource(_ url: String) -> Resource<String> {
        Resource(Request(url: URL(string: url)!)) { String(decoding: $0.body, as: UTF8.self) }
    }

    private static func transport(
        _ reach: Reach, resolving addresses: [String: [InternetAddress]] = [:], _ proxy: CurlTransport.Proxy = .none
    ) -> CurlTransport {
        CurlTransport(proxy: proxy, network: .init(reach: reach, resolving: addresses))
    }

    private static func refusal(_ transport: CurlTransport, _ url: String) async -> TransportError? {
        let webservice = Webservice(policies: [.retry(RetryRule(upTo: 3))], transport: transport)
        let error = await #expect(throws: LoadError.self) { _ = try await webservice.load(resource(url)) }
        return error?.underlyingError as? TransportError
    }

    @Test func `this machine is reached by no name and no address, unless it is allowed`() async throws {
        let server = try LoopbackServer(answering: { _ in .response(Response(body: Data("in".utf8))) })
        defer { server.stop() }
        let port = try #require(server.baseURL.port)
        let limited = CurlTransport(reach: .publicAddresses)
        for host in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1.2.3"] {
            let error = await Self.refusal(limited, "http://\(host):\(port)/")
            #expect(error?.kind == .addressRefused, "\(host): \(error?.message ?? "it was reached")")
        }
        #expect(server.requests.isEmpty && server.connectionCount == 0)
        for reach in [Reach.publicAddresses.allowing("127.0.0.0/8"), .anywhere.refusing("10.0.0.0/8"), .anywhere] {
            let webservice = Webservice(transport: Self.transport(reach))
            #expect(try await webservice.load(Self.resource("http://127.0.0.1:\(port)/")) == "in", "\(reach)")
        }
    }

    @Test func `a limit holds beside other settings, and whatever network is given`() async throws {
        let server = try LoopbackServer(answering: { _ in .response(Response(body: Data("in".utf8))) })
        defer { server.stop() }
        let limits = [
            CurlTransport(reach: .publicAddresses, idleTimeout: .seconds(5), network: .init(httpVersion: .http1)),
            CurlTransport(reach: .publicAddresses, network: .init(reach: .anywhere.refusing("10.0.0.0/8"))),
            CurlTransport(network: .init(reach: .publicAddresses)),
            CurlTransport(reach: .anywhere, network: .init(reach: .publicAddresses)),
        ]
        for limited in limits {
            #expect(await Self.refusal(limited, "\(server.baseURL)")?.kind == .addressRefused)
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `a name that leads to a private address is refused, whatever it led to before`() async throws {
        let server = try LoopbackServer(answering: { _ in .response(Response(body: Data("in".utf8))) })
        defer { server.stop() }
        let port = try #require(server.baseURL.port)
        for address in ["127.0.0.1", "::ffff:7f00:1", "169.254.169.254", "64:ff9b::7f00:1", "2002:7f00:1::"] {
            let address = try #require(InternetAddress(address))
            let transport = Self.transport(.publicAddresses, resolving: ["rebound.example": [address]])
            let error = await Self.refusal(transport, "http://rebound.example:\(port)/")
            #expect(error?.kind == .addressRefused, "\(address): \(error?.message ?? "")")
            // Where a name in this network leads is for the program alone.
            #expect(error?.description == "no address of rebound.example may be reached")
            #expect(error?.debugDescription.contains("resolves to \(address), but only public") == true)
        }
        #expect(server.connectionCount == 0)
        // The addresses that may be reached are tried, and no other.
        let both = Self.transport(
            .publicAddresses.allowing("127.0.0.1"), resolving: ["two.example": ["127.0.0.2", "127.0.0.1"]])
        let webservice = Webservice(transport: both)
        #expect(try await webservice.load(Self.resource("http://two.example:\(port)/")) == "in")
        #expect(server.requests.map { $0.headerFields["Host"] } == ["two.example:\(port)"])
    }

    @Test func `an address that may be reached and does not answer is no refusal`() async throws {
        let server = try LoopbackServer(answering: { _ in .response(Response()) })
        let port = try #require(server.baseURL.port)
        server.stop()
        let both = Self.transport(
            .publicAddresses.allowing("127.0.0.1"), resolving: ["two.example": ["127.0.0.2", "127.0.0.1"]])
        let webservice = Webservice(transport: both)
        let error = await #expect(throws: LoadError.self) {
            _ = try await webservice.load(Self.resource("http://two.example:\(port)/"))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .cannotConnect)
    }

    @Test func `a redirect leads nowhere else, and is not tried again`() async throws {
        let inner = try LoopbackServer(answering: { _ in .response(Response(body: Data("in".utf8))) })
        defer { inner.stop() }
        let port = try #require(inner.baseURL.port)
        let outer = try LoopbackServer(answering: { _ in
            .response(Response(status: 302, headerFields: ["Location": "http://127.0.0.2:\(port)/metadata"]))
        })
        defer { outer.stop() }
        let error = await Self.refusal(
            Self.transport(.publicAddresses.allowing("127.0.0.1")), outer.baseURL.absoluteString)
        #expect(error?.kind == .addressRefused)
        #expect(inner.connectionCount == 0 && outer.requests.count == 1)
    }

    @Test func `where somebody else connects, nothing is sent rather than pretended`() async throws {
        let server = try LoopbackServer(answering: { _ in .response(Response()) })
        defer { server.stop() }
        let proxied = Self.transport(.publicAddresses, .url(server.baseURL))
        #expect(await Self.refusal(proxied, "http://example.org/")?.kind == .unavailable)
        let local = CurlTransport(
            proxy: .none, unixDomainSocket: "/tmp/none", network: .init(reach: .publicAddresses))
        #expect(await Self.refusal(local, "http://example.org/")?.kind == .unavailable)
        #expect(server.connectionCount == 0)
    }

    @Test func `connections are made from the address that is asked for`() async throws {
        let server = try LoopbackServer(answering: { _ in .response(Response(body: Data("in".utf8))) })
        defer { server.stop() }
        let url = server.baseURL.absoluteString
        let own = Webservice(transport: CurlTransport(network: .init(localAddress: "127.0.0.5")))
        #expect(try await own.load(Self.resource(url)) == "in")
        // An address of nobody: a connection from it can't be made.
        let other = CurlTransport(network: .init(localAddress: "203.0.113.9"))
        #expect(await Self.refusal(other, url)?.kind == .cannotConnect)
    }
}
