import ResourcefulDiagnostics
import ResourcefulLab
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct WireSizeTests {
    private func traffic(
        _ request: Request, _ response: Response = Response()
    ) throws -> Traffic.Exchange {
        let resource = Resource(request) { $0 }
        do {
            return try Traffic(of: resource, in: { DryRun { _ in response } }).requests[0]
        } catch let failure as Traffic.LoadFailure {
            return failure.traffic.requests[0]
        }
    }

    static let requests = [
        Request(url: URL(string: "https://example.org")!), Request(url: URL(string: "https://example.org/?a=b#c")!),
        Request(url: URL(string: "https://example.org:8080/a%20b")!, headerFields: ["Accept": "text/html", "X": "ü"]),
        Request(url: URL(string: "https://example.org/a")!, method: .post),
        Request(url: URL(string: "https://example.org/a")!, method: .put, body: .form(["a": "b c"])),
        Request(url: URL(string: "https://example.org/a")!, method: .put, body: .json(["a": ["ü"]])),
        Request(url: URL(string: "https://example.org/a")!, method: .post, body: .data(Data(count: 5_000))),
        Request(
            url: URL(string: "https://example.org/a")!, method: .post,
            body: .multipart(
                [.text("x", name: "title"), .data(Data(count: 100), name: "file", fileName: "a.bin")], boundary: "b")),
    ]

    @Test func `a request is as large as its HTTP/1.1 message`() {
        checkEach(Self.requests) { request in
            let message = try request.httpMessageData(revealingSecrets: true)
            #expect(try traffic(request).bytesSent == message.count, "\(request)")
            #expect(
                try traffic(request).bytesReceived == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8.count,
                "\(request)")
        }
    }

    @Test func `a compressed request counts what is sent`() throws {
        let content = Body.data(Data(repeating: 0x61, count: 100_000))
        let request = Request(url: site, method: .post, body: content.gzipped())
        let size = try traffic(request).bytesSent
        #expect(try (0..<200).contains(size - content.gzipped().encoded().count))
    }

    @Test func `a response is as large as its HTTP/1.1 message`() {
        let cases: [(Request.Method, Response, String, Int)] = [
            (Request.Method.get, Response(body: Data(count: 10)), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", 10),
            (
                .head, Response(headerFields: ["Content-Length": "7"], body: Data()),
                "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n", 0
            ),
            (.head, Response(body: Data(count: 10)), "HTTP/1.1 200 OK\r\n\r\n", 0),
            (.get, Response(status: 204), "HTTP/1.1 204 No Content\r\n\r\n", 0),
            (
                .get, Response(status: 599, headerFields: ["A": "b", "a": "c"], body: Data(count: 3)),
                "HTTP/1.1 599 \r\nA: b\r\na: c\r\nContent-Length: 3\r\n\r\n", 3
            ),
            (
                .get,
                Response(headerFields: ["Content-Encoding": "gzip", "Content-Length": "20"], body: Data(count: 999)),
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n", 20
            ),
            (
                .get, Response(headerFields: ["Transfer-Encoding": "chunked"], body: Data(count: 9)),
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", 9
            ),
            (
                .get, Response(body: Data(count: 100)).cut(after: 30), "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n",
                30
            ),
        ]
        checkEach(cases) { method, response, head, body throws in
            #expect(
                try traffic(Request(url: site, method: method), response).bytesReceived == head.utf8.count + body,
                "\(method), \(response)")
        }
    }

    @Test func `a request counts unless no connection is made`() {
        let cases: [(TransportError.Kind, Bool)] = [
            (TransportError.Kind.cannotConnect, false), (.cannotResolveHost, false), (.insecure, false),
            (.timedOut, true), (.connectionLost, true), (.malformedResponse, true),
        ]
        checkEach(cases) { kind, isSent in
            let failed = try #require(
                #expect(throws: Traffic.LoadFailure.self, "\(kind)") {
                    try Traffic(of: get("a"), in: { DryRun([Stub("/a").answers(.failure(kind))]) })
                }, "\(kind)")
            let exchange = failed.traffic.requests[0]
            #expect((exchange.bytesSent > 0) == isSent, "\(kind)")
            #expect(exchange.bytesReceived == 0, "\(kind)")
            #expect(exchange.status == nil, "\(kind)")
            #expect(exchange.firstByte == nil, "\(kind)")
            #expect(exchange.failure == "the stub says: \(kind)", "\(kind)")
        }
    }

    @Test func `an exchange that is cut off counts what was carried until then`() throws {
        let stubs: StubServer = [
            Stub("/large").answers(.data(Data(count: 10_000))), Stub("/bad").answers(.status(500).after(.seconds(4))),
        ]
        let failed = try #require(
            #expect(throws: Traffic.LoadFailure.self) {
                try Traffic(
                    of: zip(get("bad"), get("large")), in: { DryRun(stubs) }, roundTrip: .seconds(1),
                    bytesPerSecond: 1_000)
            })
        let (bad, large) = (failed.traffic.requests[0], failed.traffic.requests[1])
        #expect(large.isCutOff && large.end == bad.end && large.status == 200)
        let first = try #require(large.firstByte)
        #expect(first == .seconds(1) + .milliseconds(bad.bytesSent + large.bytesSent))
        // The response of the failure comes first.
        #expect(.milliseconds(large.bytesReceived) == large.end - first - .milliseconds(bad.bytesReceived))
        #expect(large.bytesReceived > 3_000)
    }

    @Test func `the first request to an origin connects, and others wait for it`() throws {
        let other = URL(string: "https://cdn.example.org/c")!
        let plan = zip(get("a"), get("b"), Resource(url: other) { $0 }).flatMap { _ in get("d") }
        let traffic = try Traffic(of: plan, in: { DryRun { _ in Response() } }, connecting: 2)
        #expect(traffic.requests.map(\.end) == [300, 300, 300, 400].map { .milliseconds($0) })
    }
}
