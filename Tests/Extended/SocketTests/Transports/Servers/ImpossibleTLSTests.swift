import Foundation
import ResourcefulCurl
import ResourcefulTesting
import ResourcefulURLSession
import Testing

/// A pattern such as `*` matches no host, so it would pin nothing without a word. Transports refuse it.
@Suite(.permit) struct ImpossibleTLSTests {
    @Test(arguments: [
        "*", "*.example.org", "", "https://example.org", "a b", "example.org:8443", ".example.org", "example.org.",
    ])
    func `only a host name or an address can be trusted or pinned`(host: String) async throws {
        let server = try LoopbackServer { _ in Response() }
        let pin = try #require(TLS.PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "="))
        for tls in [TLS().dangerouslyTrustingAnything(from: host), TLS(pins: [host: [pin]])] {
            let transports: [any Transport] = [CurlTransport(tls: tls), URLSessionTransport(tls: tls)]
            for transport in transports {
                let kind = await server.webservice(transport).kindOfFailure(echo())
                #expect(kind == .insecure)
            }
        }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1", "::1", "xn--bcher-kva.example"])
    func `a host by its name or address can`(host: String) async throws {
        let server = try LoopbackServer { _ in Response() }
        let transport = CurlTransport(tls: TLS().dangerouslyTrustingAnything(from: host))
        #expect(try await server.webservice(transport).load(echo()).status == 200)
    }
}
