import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Real servers that nobody here wrote: started by `Tests/Servers/run`, which also says where they are.
enum Servers {
    static let folder = ProcessInfo.processInfo.environment["RESOURCEFUL_SERVERS"]

    static func content(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: #require(folder)).appending(path: name))
    }
}

@Suite(.enabled(if: Servers.folder != nil, "needs real servers: Tests/Servers/run swift test"))
struct NginxTests {
    private static let plain = "http://127.0.0.1:18780/"
    private static let secure = "https://localhost:18743/"

    private static func ownAuthority() throws -> TLS { TLS(authorities: .only(pem: try Servers.content("ca.pem"))) }

    private func load(_ url: String, _ transport: CurlTransport) async throws -> Response {
        try await Webservice(transport: transport).load(echo(url))
    }

    private func kind(_ url: String, _ transport: CurlTransport) async -> TransportError.Kind? {
        let error = await #expect(throws: LoadError.self) { try await load(url, transport) }
        return (error?.underlyingError as? TransportError)?.kind
    }

    @Test func `a file comes over IPv4, IPv6 and a Unix domain socket`() async throws {
        for url in [Self.plain, "http://localhost:18780/", "http://[::1]:18780/"] {
            #expect(try await load(url + "hello.txt", Shared.transport).body == Data("Hello from nginx.\n".utf8))
        }
        let socket = CurlTransport(unixDomainSocket: try #require(Servers.folder) + "/nginx.sock")
        let response = try await load("http://some.service/hello.txt", socket)
        #expect(response.body == Data("Hello from nginx.\n".utf8))
        #expect(response.headerFields["X-Host"] == "some.service")
    }

    @Test func `gzip is undone, and ranges are served`() async throws {
        let numbers = try Servers.content("www/numbers.txt")
        let whole = try await load(Self.plain + "numbers.txt", Shared.transport)
        #expect(whole.body == numbers && whole.headerFields["Content-Encoding"] == "gzip")
        let request = echo(
            Self.plain + "numbers.txt", headerFields: ["Range": "bytes=10-19", "Accept-Encoding": "identity"])
        let part = try await Webservice(transport: Shared.transport).load(request)
        #expect(part.status == 206 && part.body == numbers[10..<20])
    }

    @Test func `the system trusts nobody here, and that is an error`() async {
        #expect(await kind(Self.secure, CurlTransport()) == .insecure)
    }

    @Test func `an own authority is trusted, alone or beside the system's`() async throws {
        let pem = try Servers.content("ca.pem")
        for authorities in [TLS.Authorities.only(pem: pem), .systemAnd(pem: pem)] {
            let transport = CurlTransport(tls: TLS(authorities: authorities))
            #expect(try await load(Self.secure + "hello.txt", transport).status == 200)
        }
    }

    @Test func `another host than the certificate names is refused`() async throws {
        let socket = try #require(Servers.folder) + "/tls.sock"
        let transport = CurlTransport(tls: try Self.ownAuthority(), unixDomainSocket: socket)
        #expect(try await load("https://localhost/hello.txt", transport).status == 200)
        #expect(await kind("https://somebody-else.example/hello.txt", transport) == .insecure)
    }

    @Test func `authorities that are none are an error, not the system's`() async {
        let transport = CurlTransport(tls: TLS(authorities: .only(pem: Data("no certificate".utf8))))
        #expect(await kind(Self.secure, transport) == .insecure)
    }

    @Test func `a pinned key is accepted, another one is not, and other hosts are not pinned`() async throws {
        let text = String(decoding: try Servers.content("pin"), as: UTF8.self).trimmingCharacters(in: .newlines)
        let (right, wrong) = (
            TLS.PublicKeyPin("sha256//\(text)"), TLS.PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "=")
        )
        var tls = try Self.ownAuthority()
        tls.pins = ["localhost": [try #require(wrong)]]
        #expect(await kind(Self.secure, CurlTransport(tls: tls)) == .insecure)
        #expect(try await load("https://127.0.0.1:18743/hello.txt", CurlTransport(tls: tls)).status == 200)
        tls.pins = ["localhost": [try #require(right), try #require(wrong)]]
        #expect(try await load(Self.secure + "hello.txt", CurlTransport(tls: tls)).status == 200)
    }

    @Test func `a client shows its certificate where one is asked for`() async throws {
        let url = "https://localhost:18744/hello.txt"
        var tls = try Self.ownAuthority()
        #expect(try await load(url, CurlTransport(tls: tls)).status == 400)
        tls.clientCertificate = TLS.ClientCertificate(
            certificate: try Servers.content("client.pem"), key: try Servers.content("client.key"))
        #expect(try await load(url, CurlTransport(tls: tls)).status == 200)
    }

    @Test func `anything is trusted from a host for which that was said, and from no other`() async throws {
        let transport = CurlTransport(tls: TLS().dangerouslyTrustingAnything(from: "LOCALHOST"))
        #expect(try await load(Self.secure + "hello.txt", transport).status == 200)
        #expect(await kind("https://127.0.0.1:18743/", transport) == .insecure)
    }

    @Test func `a TLS that is too old is refused, even from a trusted host`() async throws {
        let transport = CurlTransport(tls: TLS().dangerouslyTrustingAnything(from: "localhost"))
        #expect(await kind("https://localhost:18745/", transport) == .insecure)
    }

    @Test func `fifty loads at once share one connection over HTTP 2`() async throws {
        let transport = CurlTransport(tls: try Self.ownAuthority())
        let plan = all((0..<50).map { _ in echo(Self.secure + "hello.txt") })
        let responses = try await Webservice(transport: transport).load(plan)
        #expect(Set(responses.map { $0.headerFields["X-Protocol"] }) == ["HTTP/2.0"])
        #expect(Set(responses.map { $0.headerFields["X-Connection"] }).count == 1)
    }

    @Test func `a proxy is asked for what is to be sent, unless there is to be none`() async throws {
        let proxy = try LoopbackServer { Response(body: Data("by proxy: \($0.headerFields["Host"] ?? "")".utf8)) }
        let through = CurlTransport(proxy: .url(proxy.baseURL))
        #expect(
            try await load("http://no-such-host.invalid/x", through).body == Data("by proxy: no-such-host.invalid".utf8)
        )
        let direct = CurlTransport(proxy: .none)
        #expect(try await load(Self.plain + "hello.txt", direct).status == 200)
        #expect(proxy.requests.count == 1)
    }
}
