import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// TLS by value, against nginx: whom to trust, and how to show who we are.
@Suite(.permit, .needsServers) struct CurlTLSTests {
    private func load(_ url: String, _ transport: CurlTransport) async throws -> Response {
        try await Webservice(transport: transport).load(echo(url))
    }

    private func kind(_ url: String, _ transport: CurlTransport) async -> TransportError.Kind? {
        let error = await #expect(throws: LoadError.self) { try await load(url, transport) }
        return (error?.underlyingError as? TransportError)?.kind
    }

    @Test func `a system without trusted certificates is an error`() async {
        #expect(await kind(Servers.secure, CurlTransport()) == .insecure)
    }

    @Test func `an own authority is trusted, alone or beside the system's`() async throws {
        let pem = try Servers.content("ca.pem")
        for authorities in [TLS.Authorities.only(pem: pem), .systemAnd(pem: pem)] {
            let transport = CurlTransport(tls: TLS(authorities: authorities))
            #expect(try await load(Servers.secure + "hello.txt", transport).status == 200)
        }
    }

    @Test func `another host than the certificate names is refused`() async throws {
        let socket = try #require(Servers.folder) + "/tls.sock"
        let transport = CurlTransport(tls: try Servers.authority(), unixDomainSocket: socket)
        #expect(try await load("https://localhost/hello.txt", transport).status == 200)
        #expect(await kind("https://somebody-else.example/hello.txt", transport) == .insecure)
    }

    @Test func `authorities that are none are an error, not the system's`() async {
        let transport = CurlTransport(tls: TLS(authorities: .only(pem: Data("no certificate".utf8))))
        #expect(await kind(Servers.secure, transport) == .insecure)
    }

    @Test func `a pinned key is accepted, another one is not, and other hosts are not pinned`() async throws {
        let text = String(decoding: try Servers.content("pin"), as: UTF8.self).trimmingCharacters(in: .newlines)
        let (right, wrong) = (
            TLS.PublicKeyPin("sha256//\(text)"), TLS.PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "=")
        )
        var tls = try Servers.authority()
        tls.pins = ["localhost": [try #require(wrong)]]
        #expect(await kind(Servers.secure, CurlTransport(tls: tls)) == .insecure)
        #expect(try await load(Servers.secureByAddress + "hello.txt", CurlTransport(tls: tls)).status == 200)
        tls.pins = ["localhost": [try #require(right), try #require(wrong)]]
        #expect(try await load(Servers.secure + "hello.txt", CurlTransport(tls: tls)).status == 200)
    }

    @Test func `a client shows its certificate where one is asked for`() async throws {
        let url = Servers.secureForClients + "hello.txt"
        var tls = try Servers.authority()
        #expect(try await load(url, CurlTransport(tls: tls)).status == 400)
        tls.clientCertificate = TLS.ClientCertificate(
            certificate: try Servers.content("client.pem"), key: try Servers.content("client.key"))
        #expect(try await load(url, CurlTransport(tls: tls)).status == 200)
    }

    @Test func `a host is shown its own certificate, and others none`() async throws {
        var tls = try Servers.authority()
        let certificate = TLS.ClientCertificate(
            certificate: try Servers.content("client.pem"), key: try Servers.content("client.key"))
        let url = Servers.secureForClients + "hello.txt"
        for host in ["localhost", "127.0.0.1", "other.example"] {
            tls.clientCertificates = [host: certificate]
            let status = try await load(url, CurlTransport(tls: tls)).status
            #expect(status == (host == "localhost" ? 200 : 400), "\(host)")
        }
        // The certificate of the host comes before that of all others.
        tls.clientCertificate = TLS.ClientCertificate(certificate: Data("none".utf8), key: Data())
        tls.clientCertificates = ["localhost": certificate]
        #expect(try await load(url, CurlTransport(tls: tls)).status == 200)
        for host in ["LOCALHOST", "localhost:443", "*"] {
            tls.clientCertificates = [host: certificate]
            #expect(await kind(url, CurlTransport(tls: tls)) == .insecure)
        }
    }

    @Test func `a client's certificate may come in an archive`() async throws {
        let url = Servers.secureForClients + "hello.txt"
        let archive = try Servers.content("client.p12")
        var tls = try Servers.authority()
        tls.clientCertificate = TLS.ClientCertificate(pkcs12: archive, password: "open sesame")
        #expect(try await load(url, CurlTransport(tls: tls)).status == 200)
        for (archive, password) in [(archive, "closed"), (Data("none".utf8), "open sesame")] {
            tls.clientCertificate = TLS.ClientCertificate(pkcs12: archive, password: password)
            #expect(await kind(url, CurlTransport(tls: tls)) == .insecure)
        }
    }

    @Test func `anything is trusted from a host for which that was said, and from no other`() async throws {
        let transport = CurlTransport(tls: TLS().dangerouslyTrustingAnything(from: "LOCALHOST"))
        #expect(try await load(Servers.secure + "hello.txt", transport).status == 200)
        #expect(await kind(Servers.secureByAddress, transport) == .insecure)
    }

    @Test func `a TLS that is too old is refused, even from a trusted host`() async throws {
        let transport = CurlTransport(tls: TLS().dangerouslyTrustingAnything(from: "localhost"))
        #expect(await kind(Servers.outdated, transport) == .insecure)
    }

    @Test func `a body that ends with its connection is whole only if TLS says that it ends`() async throws {
        let transport = CurlTransport(tls: try Servers.authority())
        #expect(try await load(Servers.cutting + "closed", transport).text == "all that there is")
        #expect(await kind(Servers.cutting + "cut", transport) == .connectionLost)
        let error = await #expect(throws: (any Error).self) {
            for try await _ in try await transport.stream(Request(url: #require(URL(string: Servers.cutting + "cut"))))
                .body
            {}
        }
        #expect((error as? TransportError)?.kind == .connectionLost)
    }
}
