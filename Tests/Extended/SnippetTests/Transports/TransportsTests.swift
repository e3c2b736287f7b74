import Resourceful
import ResourcefulCurl
import ResourcefulIdentity
import ResourcefulTesting
import ResourcefulURLSession
import Testing

// The snippets of "Transports", word for word, compiled and run; SnippetTests checks that none is missing.
struct Offline: Transport {
    func send(_ request: Request) async throws -> Response {
        throw TransportError(.cannotConnect, "there is no network in this program")
    }
}

@Suite(.permit) struct TransportsTests {
    @Test func `settings are values`() async throws {
        let loopback = try LoopbackServer { _ in Response(body: Data("here".utf8)) }
        let server = loopback.baseURL
        let transport = CurlTransport(
            connectTimeout: .seconds(5), idleTimeout: .seconds(20), maximumBodySize: 10_000_000,
            maximumTransfersPerOrigin: 16, proxy: .none)
        let webservice = Webservice(baseURL: server, transport: transport)
        let resource = Resource(url: URL(string: "x")!) { String(decoding: $0, as: UTF8.self) }
        #expect(try await webservice.load(resource) == "here")
    }

    @Test func `a body is read as it arrives`() async throws {
        let loopback = try LoopbackServer { _ in Response(body: Data(count: 200_000)) }
        defer { loopback.stop() }
        let (recording, transport) = (loopback.baseURL, CurlTransport())
        let stream = try await transport.stream(Request(url: recording))
        var size = 0
        for try await piece in stream.body { size += piece.count }
        #expect(size == 200_000)
    }

    @Test func `URLSession is a transport`() async throws {
        let loopback = try LoopbackServer { _ in Response(body: Data("here".utf8)) }
        defer { loopback.stop() }
        let overURLSession = URLSessionTransport(idleTimeout: .seconds(20), maximumBodySize: 10_000_000)
        let webservice = Webservice(baseURL: loopback.baseURL, transport: overURLSession)
        #expect(try await webservice.load(Resource(url: URL(string: "x")!) { $0 }) == Data("here".utf8))
    }

    @Test func `trust is a value`() throws {
        let companyAuthority = Data()
        let currentKey = try #require(TLS.PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "="))
        let nextKey = try #require(TLS.PublicKeyPin("sha256//" + String(repeating: "E", count: 43) + "="))
        let tls = TLS(
            authorities: .systemAnd(pem: companyAuthority),
            pins: ["api.example.org": [currentKey, nextKey]])
        let pinned = CurlTransport(tls: tls)
        #expect("\(tls)" == "the system's authorities and others, pins for api.example.org")

        let reckless = CurlTransport(tls: TLS().dangerouslyTrustingAnything(from: "localhost"))
        let proxied = CurlTransport(proxy: .url(URL(string: "http://proxy.example.org:3128")!))
        let local = CurlTransport(unixDomainSocket: "/run/service.sock")
        _ = (pinned, reckless, proxied, local)
    }

    @Test func `a transport limits the addresses that it reaches`() {
        let careful = Webservice(policies: [.strictTransportSecurity(preloaded: ["example.org"])])
        #expect("\(careful)".contains("transport security  for hosts that ask for it, and 1 preloaded"))
        let limited = CurlTransport(reach: .publicAddresses)
        let withOwn = CurlTransport(
            reach: .publicAddresses.allowing("10.20.0.0/16"), idleTimeout: .seconds(10),
            maximumBodySize: 1_000_000)

        var tls = TLS()
        tls.minimumVersion = .tls13
        let network = CurlTransport.Network(
            httpVersion: .http1, resolving: ["api.example.org": ["203.0.113.7"]],
            localAddress: "192.0.2.4")
        let chosen = CurlTransport(tls: tls, network: network)
        #expect("\(tls)" == "the system's authorities, TLS 1.3 or later")
        _ = (limited, withOwn, chosen)
    }

    @Test func `a malformed pin is nil`() {
        for text in ["", "sha256//", "sha256//AAAA", "sha1//" + String(repeating: "A", count: 43) + "="] {
            #expect(TLS.PublicKeyPin(text) == nil)
        }
    }

    @Test func `a key is never printed`() {
        var tls = TLS()
        tls.clientCertificate = TLS.ClientCertificate(
            certificate: Data("cert".utf8), key: Data("secret".utf8), password: "secret")
        var dumped = ""
        dump(tls, to: &dumped)
        #expect(!"\(tls) \(String(reflecting: tls)) \(dumped)".contains("secret"))
        #expect("\(tls)" == "the system's authorities, a client certificate")
    }

    @Test func `a custom transport fails at the transport stage`() async {
        let error = await #expect(throws: LoadError.self) {
            try await Webservice(transport: Offline()).load(Resource(url: URL(string: "http://example.org/")!) { $0 })
        }
        #expect(error?.stage == .transport)
    }
}
