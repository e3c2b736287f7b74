import Foundation
import ResourcefulTesting
import ResourcefulURLSession
import Testing

#if !canImport(Darwin)
    /// On Linux, URLSession trusts whom the system trusts, and can't be told about others.
    @Suite(.permit) struct URLSessionTLSTests {
        private static let requests: [(TLS, String)] = [
            (TLS(authorities: .only(pem: Data())), "certificate authorities"),
            (TLS(authorities: .systemAnd(pem: Data())), "certificate authorities"),
            (TLS().dangerouslyTrustingAnything(from: "localhost"), "blindly trusted hosts"),
            (TLS(clientCertificate: .init(certificate: Data(), key: Data())), "client certificates"),
            (TLS(clientCertificate: .init(pkcs12: Data(), password: "")), "client certificates"),
            (TLS(clientCertificates: ["a.org": .init(pkcs12: Data(), password: "")]), "client certificates"),
            (TLS(pins: ["localhost": []]), "pinned keys"), (TLS(minimumVersion: .tls13), "a minimum version"),
        ]

        @Test(arguments: requests.indices) func `what URLSession can't be told is an error that names it`(
            index: Int
        ) async throws {
            let (tls, name) = Self.requests[index]
            let server = try LoopbackServer { _ in Response() }
            let error = await #expect(throws: LoadError.self) {
                try await server.webservice(URLSessionTransport(tls: tls)).load(echo())
            }
            #expect((error?.underlyingError as? TransportError)?.kind == .unavailable)
            #expect("\(try #require(error))".contains(name))
            #expect(server.requests.isEmpty)
        }

        @Test(.needsServers) func `a certificate of an authority that the system does not know is refused`() async {
            #expect(await Subject.urlSession.failure(of: Servers.secure) == .insecure)
        }

        @Test(.needsServers) func `a TLS that is too old is refused`() async {
            #expect(await Subject.urlSession.failure(of: Servers.outdated) == .insecure)
        }
    }
#endif
