import ResourcefulDownloads
import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Heads of responses as servers really send them (RFC 9112, sections 4 and 5).
@Suite(.permit, .knownDifferences) struct HeadTests {
    static let unusual: [(head: String, known: URLSessionOnLinux?)] = [
        ("HTTP/1.1 200\r\nX-A: b\r\n", .noReasonPhrase),
        ("HTTP/1.1 200 \r\nX-A: b\r\n", nil),
        ("HTTP/1.0 200 OK\r\nX-A: b\r\n", nil),
        ("HTTP/1.1 200 Tout va bien, \u{E9}v\u{E9}nement: oui\r\nX-A: b\r\n", nil),
        ("HTTP/1.1 200 OK\r\nX-A:b\r\n", .noSpaceAfterColon),
        ("HTTP/1.1 200 OK\r\nX-A:\t b \t\r\n", nil),
        ("HTTP/1.1 200 OK\nX-A: b\n", .bareLineFeeds),
        ("HTTP/1.1 200 OK\r\nX-Empty:\r\nX-A: b\r\n", nil),
        ("HTTP/1.1 200 OK\r\nX-A: b\r\nX-Colons: a:b::c\r\n", nil),
        ("HTTP/1.1 200 OK\r\n!#$%&'*+-.^_`|~09aZ: token\r\nX-A: b\r\n", nil),
    ]

    @Test(arguments: Subject.overSockets, unusual.indices) func `an unusual head is a head`(
        subject: Subject, index: Int
    ) async throws {
        let (head, known) = Self.unusual[index]
        let end = head.contains("\r\n") ? "\r\n" : "\n"
        let server = try LoopbackServer(raw: "\(head)Content-Length: 5\(end)\(end)hello")
        try await subject.check(known) {
            let response = try await server.webservice(subject).load(echo())
            #expect(response.status == 200)
            #expect(response.headerFields["X-A"] == "b")
            #expect(response.text == "hello")
        }
    }

    @Test(arguments: Subject.overSockets) func `a value that continues in the next line is one value`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(
            raw: "HTTP/1.1 200 OK\r\nX-A: one\r\n  two\r\n\tthree\r\nContent-Length: 0\r\n\r\n")
        let response = try await server.webservice(subject).load(echo())
        #expect(response.headerFields["X-A"] == "one two three")
    }

    @Test(arguments: Subject.overSockets) func `a byte of ISO 8859-1 is a letter`(subject: Subject) async throws {
        let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-A: caf".utf8) + [0xE9] + Data("\r\n\r\n".utf8)
        let server = try LoopbackServer(raw: head)
        try await subject.check(.latin1) {
            let response = try await server.webservice(subject).load(echo())
            #expect(response.headerFields["X-A"] == "café")
        }
    }

    static let malformed: [(text: String, known: URLSessionOnLinux?)] = [
        ("HTTP/1.1 200 OK\r\nbad name: x\r\n\r\n", nil), ("HTTP/1.1 200 OK\r\n: x\r\n\r\n", nil),
        ("HTTP/1.1 200 OK\r\nX-A : x\r\n\r\n", nil), ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", nil),
        ("HTTP/1.1 200 OK\r\nX-A: a\0b\r\n\r\n", nil), ("HTTP/1.1 200 OK\r\n folded: x\r\n\r\n", nil),
        ("HTTP/1.1 200 OK\r\nX-A: b\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", nil),
        ("HTTP/1.1 2xx OK\r\n\r\n", nil), ("HTTP/1.1 20 OK\r\n\r\n", nil), ("HTTP/1.1 2000 OK\r\n\r\n", nil),
        ("HTTP/1.1 000 OK\r\n\r\n", nil), ("HTTP/1.1\r\n\r\n", nil),
        ("<html>HTTP/0.9 has no head</html>", nil), ("SSH-2.0-OpenSSH_9.2\r\n", nil), ("\u{16}\u{3}\u{1}", nil),
        ("\r\n\r\nhello", nil), ("ICY 200 OK\r\n\r\n", nil), ("HTTP/3 200 OK\r\n\r\n", nil),
    ]

    @Test(arguments: Subject.overSockets, malformed.indices) func `a malformed head is an error`(
        subject: Subject, index: Int
    ) async throws {
        let (text, known) = Self.malformed[index]
        let server = try LoopbackServer(raw: text)
        try await subject.check(known) {
            let kind = await server.webservice(subject).kindOfFailure(echo(), "\(text.debugDescription)")
            #expect(kind == .malformedResponse, "\(text.debugDescription)")
        }
    }

    @Test(arguments: Subject.overSockets, [0, 3_000_000])
    func `an unrequested protocol is an error, however many bytes follow`(subject: Subject, count: Int) async throws {
        let head = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: chat\r\n\r\n"
        let server = try LoopbackServer(raw: Data(head.utf8) + Data(count: count))
        let webservice = server.webservice(subject.own(idleTimeout: .seconds(2)))
        // Others see a connection that ended, or wait for what comes next.
        let kinds: [TransportError.Kind?] =
            subject != .urlSession ? [.malformedResponse] : [.malformedResponse, .connectionLost, .timedOut]
        #expect(kinds.contains(await webservice.kindOfFailure(echo())))
        let error = await #expect(throws: LoadError.self) {
            for try await _ in webservice.stream(of: StreamResource<Data>(bytes: echo().request)) {}
        }
        #expect(kinds.contains((error?.underlyingError as? TransportError)?.kind))
        let place = URL(filePath: "/tmp/resourceful-101-\(UInt64.random(in: 0 ... .max))")
        await #expect(throws: LoadError.self) {
            try await webservice.download(FileDownload(echo().request), to: .file(place))
        }
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test(arguments: Subject.overSockets, [1_000, 16_000, 65_000, 90_000]) func `a long field comes through`(
        subject: Subject, length: Int
    ) async throws {
        let value = String(repeating: "v", count: length)
        let server = try LoopbackServer { _ in Response(headerFields: ["X-A": "\(value)"], body: Data("x".utf8)) }
        let response = try await server.webservice(subject).load(echo())
        #expect(response.headerFields["X-A"] == value)
        #expect(response.text == "x")
    }

    @Test(arguments: Subject.overSockets, [110_000, 1_000_000]) func `a field that is far too long is an error`(
        subject: Subject, length: Int
    ) async throws {
        let value = String(repeating: "v", count: length)
        let server = try LoopbackServer { _ in Response(headerFields: ["X-A": "\(value)"], body: Data("x".utf8)) }
        try await subject.check(nil) {
            let kind = await server.webservice(subject).kindOfFailure(echo())
            #expect(kind == .tooLarge || kind == .malformedResponse)
        }
    }

    @Test(arguments: Subject.overSockets) func `a head without end is an error`(subject: Subject) async throws {
        let server = try RawServer { connection in
            guard connection.drain() != nil, connection.send("HTTP/1.1 200 OK\r\n") else { return }
            let lines = Array(String(repeating: "X-A: \(String(repeating: "a", count: 1_000))\r\n", count: 50).utf8)
            while connection.send(lines) {}
        }
        defer { server.stop() }
        let kind = await Webservice(transport: subject.shared()).kindOfFailure(echo(server.baseURL.absoluteString))
        #expect(kind == .tooLarge || kind == .malformedResponse)
    }
}
