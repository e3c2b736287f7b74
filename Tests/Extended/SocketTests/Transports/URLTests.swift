import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What of a URL is sent: what stands in it, as it stands.
@Suite(.permit, .knownDifferences) struct URLTests {
    @Test(
        arguments: Subject.overSockets,
        [
            "", "a", "a/", "a//b", "a/b%2Fc", "a%20b%C3%A9", "a%2fB", "~a-b.c_d", "a;b=c,d", "!$&'()*+,;=:@",
            "?", "a?", "?q", "?q=a+b&r=%2B%26", "a?q=1/2?3:4@5", "%41%7E", "a%00b", "a%0D%0Ab", "a..b/...", "%25%32%35",
        ])
    func `a path and a query are sent as they stand`(subject: Subject, path: String) async throws {
        let server = try LoopbackServer { _ in Response() }
        let url = server.baseURL.absoluteString + path
        _ = try await server.webservice(subject).load(echo(url))
        try await subject.check(path.hasSuffix("?") ? .emptyQueries : nil) {
            #expect(server.requests.map(\.url.absoluteString) == [url])
        }
    }

    @Test(arguments: Subject.overSockets) func `dots in a path are sent only if they are encoded`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let webservice = server.webservice(subject)
        let base = server.baseURL.absoluteString
        for (path, sent) in [("a/../b/./c", "b/c"), ("../c", "c"), ("a/%2E%2E/b/%2e/c", "a/%2E%2E/b/%2e/c")] {
            let response = try await webservice.load(echo(base + path))
            #expect(server.requests.last?.url.absoluteString == base + sent)
            #expect(response.url?.absoluteString == base + sent)
        }
    }

    @Test(arguments: Subject.overSockets, ["a#b", "#", "a?q#b?c/d", "#%2F"]) func `a fragment is not sent`(
        subject: Subject, path: String
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let url = server.baseURL.absoluteString + path
        let response = try await server.webservice(subject).load(echo(url))
        #expect(server.requests.first.map { url.hasPrefix($0.url.absoluteString + "#") } == true)
        #expect(response.url?.absoluteString == url)
    }

    @Test(arguments: Subject.overSockets) func `a URL without a path asks for the root`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        for query in ["", "?q=1"] {
            let url = "http://127.0.0.1:\(try #require(server.baseURL.port))\(query)"
            _ = try await server.webservice(subject).load(echo(url))
            #expect(server.requests.last?.url.absoluteString == server.baseURL.absoluteString + query)
        }
    }

    @Test(arguments: Subject.overSockets) func `the host is sent with its port`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        let port = try #require(server.baseURL.port)
        _ = try await server.webservice(subject).load(echo("http://LOCALHOST:\(port)/x"))
        let host = server.requests.first?.headerFields.values(of: "Host").map { $0.lowercased() }
        #expect(host == ["localhost:\(port)"])
        _ = try await server.webservice(subject).load(echo(headerFields: ["Host": "another.example"]))
        #expect(server.requests.last?.headerFields.values(of: "Host") == ["another.example"])
    }

    @Test(arguments: Subject.overSockets) func `a scheme may be in capitals`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response(body: Data("here".utf8)) }
        try await subject.check(.schemesInCapitals) {
            let response = try await server.webservice(subject).load(
                echo("HTTP://127.0.0.1:\(try #require(server.baseURL.port))/"))
            #expect(response.text == "here")
        }
    }

    @Test(arguments: Subject.overSockets) func `a host may be an address of IPv6`(subject: Subject) async throws {
        let server = RawServer(onIPv6: ()) { connection in
            guard connection.drain() != nil else { return }
            _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
        }
        guard let server else { return }
        defer { server.stop() }
        try await subject.check(.addressesOfIPv6) {
            let webservice = Webservice(transport: subject.shared())
            let response = try await webservice.load(echo(server.baseURL.absoluteString))
            #expect(response.text == "hello")
        }
    }

    @Test(
        arguments: Subject.allCases,
        ["file:///etc/passwd", "ftp://127.0.0.1/", "data:text/plain,hello", "http:///x", "x", "http://u:p@127.0.0.1/"])
    func `nothing but http and https with a host is sent`(subject: Subject, url: String) async throws {
        let error = await #expect(throws: LoadError.self) {
            try await Webservice(transport: subject.shared()).load(echo(url))
        }
        #expect(error?.stage == .request)
    }
}
