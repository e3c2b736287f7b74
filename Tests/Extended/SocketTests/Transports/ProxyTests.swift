import Foundation
import ResourcefulCurl
import ResourcefulTesting
import ResourcefulURLSession
import Testing

/// Proxies that don't connect to a server (RFC 9110, section 9.3.6), and what is said about it.
@Suite(.permit) struct ProxyTests {
    /// A proxy that answers each CONNECT with these bytes, and counts them.
    private static func proxy(answering bytes: String, _ count: Locked<Int> = Locked(0)) throws -> RawServer {
        try RawServer { connection in
            guard connection.head()?.hasPrefix("CONNECT ") == true else { return }
            count.withLock { $0 += 1 }
            _ = connection.send(bytes)
        }
    }

    private static func error(
        over transport: any Transport, _ url: String = "https://no-such-host.invalid/private?a=b"
    ) async -> TransportError? {
        let webservice = Webservice(policies: [.steadyRetry(upTo: 2)], transport: transport)
        let error = await #expect(throws: LoadError.self) { _ = try await webservice.load(echo(url)) }
        #expect(error?.stage == .transport)
        return error?.underlyingError as? TransportError
    }

    static let answers: [(status: String, kind: TransportError.Kind, tries: Int)] = [
        ("403 Blocked by policy", .proxyRefused, 1), ("407 Proxy Authentication Required", .proxyRefused, 1),
        ("302 Found", .proxyRefused, 1), ("500 Internal Server Error", .proxyRefused, 1),
        ("502 Bad Gateway", .cannotConnect, 3), ("503 Service Unavailable", .cannotConnect, 3),
        ("504 Gateway Timeout", .cannotConnect, 3),
    ]

    @Test(arguments: answers) func `a proxy that doesn't connect is named, with its status and its text`(
        status: String, kind: TransportError.Kind, tries: Int
    ) async throws {
        let count = Locked(0)
        let proxy = try Self.proxy(
            answering: "HTTP/1.1 \(status)\r\nContent-Length: 4\r\nX-A: HTTP/1.1 200 OK\r\n\r\nbody", count)
        defer { proxy.stop() }
        let port = try #require(proxy.baseURL.port)
        let url = try #require(URL(string: "http://ada:s3cr3tword@127.0.0.1:\(port)/"))
        let error = await Self.error(over: CurlTransport(proxy: .url(url)))
        #expect(error?.kind == kind)
        #expect(
            error?.message
                == "the proxy http://127.0.0.1:\(port) didn't connect to no-such-host.invalid:443: \(status)")
        #expect(count.withLock { $0 } == tries)
    }

    @Test(arguments: [
        ("HTTP/1.1 403\r\n\r\n", "403 Forbidden"), ("HTTP/1.0 403 \r\n\r\n", "403 Forbidden"),
        ("HTTP/1.1 403 no s3cr3tword for you\r\n\r\n", "403 no ********** for you"),
        ("HTTP/1.1 403 token=abcdefgh\u{1B}[2J here\r\n\r\n", "403 token=******** [2J here"),
        ("HTTP/1.1 403 \(String(repeating: "long ", count: 100))\r\n\r\n", nil),
    ]) func `a proxy's text is on one line, limited and without secrets`(answer: String, text: String?) async throws {
        let proxy = try Self.proxy(answering: answer)
        defer { proxy.stop() }
        let url = try #require(URL(string: "http://ada:s3cr3tword@127.0.0.1:\(proxy.baseURL.port ?? 0)"))
        let message = try #require(await Self.error(over: CurlTransport(proxy: .url(url)))?.message)
        #expect(text.map { message.hasSuffix(":443: \($0)") } ?? (message.count < 300), "\(message)")
        #expect(!message.contains("s3cr3tword") && !message.contains("abcdefgh") && !message.contains("\u{1B}"))
    }

    @Test(arguments: ["", "SSH-2.0-OpenSSH_9.2\r\n\r\n"])
    func `a proxy that ends the connection made none, and may be asked again`(answer: String) async throws {
        let count = Locked(0)
        let proxy = try Self.proxy(answering: answer, count)
        defer { proxy.stop() }
        #expect(await Self.error(over: CurlTransport(proxy: .url(proxy.baseURL)))?.kind == .cannotConnect)
        #expect(count.withLock { $0 } == 3)
    }

    @Test(arguments: [(UInt8(2), TransportError.Kind.proxyRefused), (5, .cannotConnect)])
    func `a SOCKS proxy that allows no connection isn't asked again`(reply: UInt8, kind: TransportError.Kind)
        async throws
    {
        let count = Locked(0)
        let proxy = try RawServer { connection in
            guard connection.receive() != nil, connection.send([5, 0]), connection.receive() != nil else { return }
            count.withLock { $0 += 1 }
            _ = connection.send([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
        }
        defer { proxy.stop() }
        let port = try #require(proxy.baseURL.port)
        let url = try #require(URL(string: "socks5h://127.0.0.1:\(port)"))
        let error = await Self.error(over: CurlTransport(proxy: .url(url)), "http://no-such-host.invalid/")
        #expect(error?.kind == kind, "\(String(describing: error))")
        #expect(count.withLock { $0 } == (kind == .proxyRefused ? 1 : 3))
    }

    @Test(arguments: ["http", "https"]) func `a proxy that can't be reached is named, without its credentials`(
        scheme: String
    ) async throws {
        let closed = try ClosedPort()
        defer { closed.stop() }
        let place = "127.0.0.1:\(closed.url.port ?? 0)"
        for (text, message) in [
            (
                "http://ada:s3cr3tword@\(place)",
                "no connection could be made to the proxy http://\(place): Connection refused"
            ),
            (
                "http://ada:s3cr3tword@no-proxy.invalid:3128/",
                "the proxy http://no-proxy.invalid:3128 has no address (Could not resolve proxy: no-proxy.invalid)"
            ),
        ] {
            let url = try #require(URL(string: text))
            let error = await Self.error(over: CurlTransport(proxy: .url(url)), "\(scheme)://a.invalid/")
            #expect(error?.message == message)
        }
    }

    @Test func `the environment's proxy is named, without its credentials`() async throws {
        await #expect(processExitsWith: .success) {
            setenv("http_proxy", "ada:s3cr3tword@no-proxy.invalid:3128", 1)
            setenv("https_proxy", "foo://ada:s3cr3tword@127.0.0.1:1", 1)
            let plain = await Self.error(over: CurlTransport(), "http://a.invalid/")
            #expect(plain?.message.hasPrefix("the proxy http://no-proxy.invalid:3128 has no address") == true)
            let secure = await Self.error(over: CurlTransport(), "https://a.invalid/")
            #expect(secure?.message.hasPrefix("the proxy foo://127.0.0.1:1 can't be used: ") == true)
            #expect(
                secure?.kind == .unavailable
                    && ![secure, plain].contains { $0?.message.contains("s3cr3tword") != false })
        }
    }

    @Test func `no_proxy names hosts with ports, and blocks of addresses of both versions`() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { _ in Response(body: Data("proxy".utf8)) }
            let direct: @Sendable (RawServer.Connection) -> Void = { connection in
                guard connection.head() != nil else { return }
                _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\ndirect")
            }
            let server = try RawServer(driving: direct)
            let server6 = RawServer(onIPv6: (), driving: direct)
            setenv("http_proxy", proxy.baseURL.absoluteString, 1)
            let port = server.baseURL.port ?? 0
            let port6 = server6?.baseURL.port ?? 0
            let cases: [(list: String, host: String, isDirect: Bool)] =
                [
                    ("127.0.0.1:\(port)", "127.0.0.1:\(port)", true), ("127.0.0.1:1", "127.0.0.1:\(port)", false),
                    ("a.invalid:80,127.0.0.0/8", "127.0.0.1:\(port)", true), ("10.0.0.0/8", "127.0.0.1:\(port)", false),
                    ("a.invalid, LocalHost:\(port)", "localhost:\(port)", true),
                    ("localhost:80", "localhost:\(port)", false),
                    ("host:\(port)", "localhost:\(port)", false), ("::/0", "127.0.0.1:\(port)", true),
                    ("::ffff:0:0/96", "127.0.0.1:\(port)", true), ("", "127.0.0.1:\(port)", false),
                    ("127.0.0.1", "127.0.0.1:\(port)", true), ("nonsense/33,:,/,[", "127.0.0.1:\(port)", false),
                ]
                + (server6 == nil
                    ? []
                    : [
                        ("::1/128", "[::1]:\(port6)", true), ("[::1]:\(port6)", "[::1]:\(port6)", true),
                        ("[::1]", "[::1]:\(port6)", true), ("fd00::/8", "[::1]:\(port6)", false),
                        ("[::1]:1", "[::1]:\(port6)", false), ("127.0.0.0/8", "[::1]:\(port6)", false),
                    ])
            for (list, host, isDirect) in cases {
                setenv("no_proxy", list, 1)
                let response = try await Webservice(transport: CurlTransport()).load(echo("http://\(host)/"))
                #expect(response.text == (isDirect ? "direct" : "proxy"), "\(list): \(host)")
            }
        }
    }

    #if canImport(FoundationNetworking)
        // In a process of its own: URLSession takes the proxy from the environment.
        @Test(arguments: [403, 407, 503]) func `over URLSession, a proxy's refusal is one`(status: Int) async throws {
            let proxy = try Self.proxy(answering: "HTTP/1.1 \(status) Own words\r\nContent-Length: 0\r\n\r\n")
            defer { proxy.stop() }
            let address = proxy.baseURL.absoluteString
            await #expect(processExitsWith: .success) { [address = address as String, status = status as Int] in
                setenv("https_proxy", address, 1)
                let webservice = Webservice(transport: URLSessionTransport())
                let error = await #expect(throws: LoadError.self) {
                    _ = try await webservice.load(echo("https://no-such-host.invalid/"))
                }
                let cause = try #require(error?.underlyingError as? TransportError)
                #expect(cause.kind == (status == 503 ? .cannotConnect : .proxyRefused), "\(cause)")
                #expect(cause.message.contains("the proxy didn't connect to no-such-host.invalid: \(status)"))
            }
        }
    #endif
}
