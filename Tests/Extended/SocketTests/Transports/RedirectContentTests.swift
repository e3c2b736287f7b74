import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The content of a redirect that is followed: nobody reads it, so it may be of any length and never end.
@Suite(.alone, .knownDifferences) struct RedirectContentTests {
    /// Content that doesn't end, or not soon.
    private static let contents: [(name: String, fields: String, beginning: String, isEndless: Bool)] = [
        ("stalls", "Content-Length: 5", "ab", false),
        ("stalls in chunks", "Transfer-Encoding: chunked", "2\r\nab\r\n", false),
        ("stalls without a length", "X-A: b", "ab", false), ("declares 200 MB", "Content-Length: 200000000", "", true),
        ("is endless", "X-A: b", "", true),
    ]

    private static func server(_ index: Int) throws -> RawServer {
        let content = contents[index]
        return try RawServer { connection in
            while let head = connection.head() {
                guard head.hasPrefix("GET /old") || head.hasPrefix("POST /old") else {
                    guard connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood") else { return }
                    continue
                }
                let answer = "HTTP/1.1 302 Found\r\nLocation: /new\r\n\(content.fields)\r\n\r\n\(content.beginning)"
                guard connection.send(answer) else { return }
                let piece = [UInt8](repeating: 0x61, count: 65_536)
                while content.isEndless, connection.send(piece) {}
                while connection.receive() != nil {}
            }
        }
    }

    @Test(arguments: Subject.overSockets, 0..<5)
    func `a redirect is followed without the rest of its content`(subject: Subject, index: Int) async throws {
        // URLSession on Linux keeps what comes in memory, and stops all sessions while it does.
        if subject == .urlSession, Self.contents[index].isEndless { return }
        let server = try Self.server(index)
        defer { server.stop() }
        let transport = subject.own(maximumBodySize: 1_000_000, maximumAtOnce: 1)
        let timeout = subject == .urlSession ? Duration.seconds(3) : .seconds(60)
        for (policies, method) in [([], .get), ([Policy.cache()], .get), ([], .post)] as [([Policy], Request.Method)] {
            let webservice = Webservice(baseURL: server.baseURL, policies: policies, transport: transport)
            try await subject.check(.redirectContent) {
                let response = try await webservice.load(echo("old", method: method, timeout: timeout))
                #expect(response.text == "good", "\(Self.contents[index].name)")
                #expect(response.history.map(\.status) == [302])
            }
        }
    }

    @Test func `short content is received, so the connection is used again`() async throws {
        let server = try LoopbackServer { request in
            request.url.lastPathComponent == "old"
                ? Response(status: 302, headerFields: ["Location": "/new"], body: Data(repeating: 7, count: 60_000))
                : Response(body: Data("good".utf8))
        }
        let webservice = server.webservice(CurlTransport())
        for _ in 0..<10 { #expect(try await webservice.load(echo("old")).text == "good") }
        #expect(server.connectionCount == 1)
    }

    @Test func `content that somebody reads is whole, or the load fails`() async throws {
        let content = Data(repeating: 7, count: 200_000)
        let server = try LoopbackServer(answering: { request in
            let response = Response(status: 302, headerFields: ["Location": "/old"], body: content)
            return request.url.lastPathComponent == "cut"
                ? .faulty(response, .cutShort(after: 100_000)) : .response(response)
        })
        let transport = CurlTransport()
        let url = server.baseURL.appending(path: "old")
        // By the transport itself, without following, and at the end of too many.
        #expect(try await isSame(transport.send(Request(url: url)).body, content))
        let webservice = server.webservice(transport)
        for rule in [RedirectRule.none, .upTo(2), .deciding { _ in nil }] {
            let response = try await webservice.load(echo("old").redirects(rule))
            #expect(response.status == 302)
            #expect(isSame(response.body, content))
            let general = Webservice(
                baseURL: server.baseURL, policies: [.followingRedirects(rule)], transport: transport)
            #expect(try await isSame(general.load(echo("old")).body, content))
        }
        await #expect(throws: LoadError.self) { try await webservice.load(echo("cut").redirects(.none)) }
    }
}
