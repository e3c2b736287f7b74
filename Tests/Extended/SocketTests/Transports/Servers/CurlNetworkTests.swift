import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// How servers are got to: versions, names and addresses, against nginx.
@Suite(.permit, .needsServers) struct CurlNetworkTests {
    private func webservice(_ network: CurlTransport.Network, _ version: TLS.Version = .tls12) throws -> Webservice {
        var tls = try Servers.authority()
        tls.minimumVersion = version
        return Webservice(transport: CurlTransport(tls: tls, proxy: .none, network: network))
    }

    private func field(_ webservice: Webservice, _ url: String) async throws -> String? {
        try await webservice.load(echo(url)).headerFields["X-Protocol"]
    }

    @Test func `a server is spoken to in the version that is asked for`() async throws {
        let hello = Servers.secure + "hello.txt"
        #expect(try await field(webservice(.init()), hello) == "HTTP/2.0")
        #expect(try await field(webservice(.init(httpVersion: .http1)), hello) == "HTTP/1.1")
        #expect(try await field(webservice(.init(httpVersion: .http2)), hello) == "HTTP/2.0")
        // In clear it is never tried, but spoken where it is known.
        #expect(try await field(webservice(.init()), Servers.plain + "hello.txt") == "HTTP/1.1")
        #expect(try await field(webservice(.init(httpVersion: .http2)), Servers.plainHTTP2 + "hello.txt") == "HTTP/2.0")
    }

    @Test func `a TLS that is older than asked for is refused`() async throws {
        let hello = Servers.secureByTLS12 + "hello.txt"
        #expect(try await webservice(.init(), .tls12).load(echo(hello)).status == 200)
        #expect(try await webservice(.init(), .tls13).load(echo(Servers.secure + "hello.txt")).status == 200)
        let strict = try webservice(.init(), .tls13)
        let error = await #expect(throws: LoadError.self) { _ = try await strict.load(echo(hello)) }
        #expect((error?.underlyingError as? TransportError)?.kind == .insecure)
    }

    @Test func `a host is resolved as the options say, and must prove its name`() async throws {
        let port = try #require(URL(string: Servers.secure)?.port)
        let network = CurlTransport.Network(resolving: ["localhost": ["127.0.0.1"], "other.example": ["127.0.0.1"]])
        #expect(try await webservice(network).load(echo("https://localhost:\(port)/hello.txt")).status == 200)
        let other = try webservice(network)
        let error = await #expect(throws: LoadError.self) {
            _ = try await other.load(echo("https://other.example:\(port)/hello.txt"))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .insecure)
    }

    @Test func `over HTTP/2 no address is reached that may not be`() async throws {
        let limited = try webservice(.init(reach: .publicAddresses))
        let error = await #expect(throws: LoadError.self) { _ = try await limited.load(echo(Servers.secure)) }
        #expect((error?.underlyingError as? TransportError)?.kind == .addressRefused)
        let allowed = try webservice(.init(reach: .publicAddresses.allowing("127.0.0.1", "::1")))
        let hello = echo(Servers.secure + "hello.txt").alone()
        let responses = try await allowed.load(all(Array(repeating: hello, count: 50)))
        #expect(responses.allSatisfy { $0.status == 200 })
    }
}
