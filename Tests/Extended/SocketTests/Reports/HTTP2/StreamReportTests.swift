import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Exchanges over HTTP/2 as servers really carry them out (RFC 9113, section 8).
@Suite(.permit) struct StreamReportTests {
    private func load(
        _ method: Request.Method = .get, headerFields: HeaderFields = [:],
        answer: @escaping @Sendable (UInt32) -> [[UInt8]]
    ) async throws -> [Response] {
        let server = try FrameServer { connection in
            while let frame = connection.next() {
                guard frame.endsStream else { continue }
                for part in answer(frame.stream) where connection.send(part) { usleep(5_000) }
            }
        }
        defer { server.stop() }
        let webservice = server.webservice()
        var responses: [Response] = []
        // What one answer leaves behind, the next one would show.
        for _ in 0..<3 {
            let request = echo(method: method, headerFields: headerFields, timeout: .seconds(20))
            responses.append(try await webservice.load(request))
        }
        return responses
    }

    @Test(arguments: [1, 5])
    func `interim heads come before the final one, and leave nothing in it`(count: Int) async throws {
        let responses = try await load { stream in
            let interim = [UInt8].head(stream, "103", ["link": "</a.css>; rel=preload"])
            return Array(repeating: interim, count: count) + [.head(stream, "404", ["x-a": "b"]), .data(stream, "no")]
        }
        for response in responses {
            #expect(response.status == 404 && response.text == "no")
            #expect(response.headerFields.map(\.name) == ["x-a"])
        }
    }

    @Test(arguments: [true, false])
    func `fields behind a body end it`(isLengthKnown: Bool) async throws {
        let responses = try await load { stream in
            [
                isLengthKnown ? .head(stream, "200", ["content-length": "5"]) : .head(stream),
                .data(stream, "hello", ends: false), .trailers(stream, ["x-trailer": "1", "grpc-status": "0"]),
            ]
        }
        for response in responses {
            #expect(response.text == "hello" && !response.headerFields.contains("x-trailer"))
        }
    }

    @Test(arguments: ["4", "6", "0", "99999999999999999999", "-5", "five"])
    func `a body of another length than its Content-Length is no value`(length: String) async throws {
        let error = await #expect(throws: LoadError.self) {
            try await load { [.head($0, "200", ["content-length": "\(length)"]), .data($0, "hello")] }
        }
        #expect(error?.stage == .transport)
    }

    @Test(arguments: [(Request.Method.head, "200"), (.get, "304"), (.get, "204")])
    func `what has no body may say how long and in what coding it would be`(
        method: Request.Method, status: String
    ) async throws {
        let fields: KeyValuePairs = ["content-length": "100", "content-encoding": "gzip"]
        let isEmpty = status == "204"
        let responses = try await load(method) { [.head($0, status, isEmpty ? [:] : fields, ends: true)] }
        #expect(responses.allSatisfy { $0.body.isEmpty && "\($0.status.code)" == status })
    }

    @Test func `an empty body is whole, however it ends`() async throws {
        for end in [0, 1, 2] {
            let responses = try await load { stream in
                switch end {
                case 0: [.head(stream, ends: true)]
                case 1: [.head(stream), .data(stream, "")]
                default: [.head(stream), .trailers(stream, ["x-a": "b"])]
                }
            }
            #expect(responses.allSatisfy { $0.status == 200 && $0.body.isEmpty })
        }
    }

    /// Names of fields in Huffman's code (RFC 7541, appendix B): of a connection, and one that may be sent.
    private static let names: [(name: String, code: [UInt8], isSent: Bool)] = [
        ("Connection", [0x21, 0xEA, 0xA8, 0xA4, 0x49, 0x8F, 0x57], false),
        ("Keep-Alive", [0xEA, 0x52, 0xD6, 0xB0, 0xE8, 0x37, 0x72, 0xFF], false),
        ("Proxy-Connection", [0xAE, 0xC3, 0xF9, 0xF4, 0xB1, 0x0F, 0x55, 0x45, 0x22, 0x4C, 0x7A, 0xBF], false),
        ("Upgrade", [0xB6, 0xB9, 0xAC, 0x1C, 0x85], false), ("X-Kept", [0xF2, 0xB7, 0x52, 0xD6, 0x9F], true),
    ]

    @Test(arguments: names.indices)
    func `fields of a connection of HTTP/1 are not sent over HTTP/2`(index: Int) async throws {
        let (name, code, isSent) = Self.names[index]
        let heads = Locked<[[UInt8]]>([])
        let server = try FrameServer { connection in
            while let frame = connection.next() {
                if frame.kind == .headers { heads.withLock { $0.append(frame.payload) } }
                if frame.endsStream { connection.send(.head(frame.stream, ends: true)) }
            }
        }
        defer { server.stop() }
        let field = try #require(HeaderFields.Name(name))
        _ = try await server.webservice().load(echo(timeout: .seconds(20)).header(field, "x"))
        let head = try #require(heads.withLock { $0.first })
        #expect((head.firstRange(of: code) != nil) == isSent)
    }

    @Test func `after a connection has fallen silent, another one is made`() async throws {
        let count = Locked(0)
        let server = try FrameServer { connection in
            var isSilent = false
            while let frame = connection.next() {
                guard frame.endsStream else { continue }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                isSilent = isSilent || number == 2
                if !isSilent { connection.send(.head(frame.stream), .data(frame.stream, "good")) }
            }
        }
        defer { server.stop() }
        let webservice = server.webservice()
        #expect(try await webservice.load(echo()).text == "good")
        #expect(await webservice.kindOfFailure(echo(timeout: .seconds(1))) == .timedOut)
        for _ in 0..<3 { #expect(try await webservice.load(echo(timeout: .seconds(5))).text == "good") }
        #expect(count.withLock { $0 } == 5)
    }

    /// The same over TLS, with which every libcurl shares a connection.
    @Test(.needsServers) func `after a timeout, another connection is made`() async throws {
        let webservice = Webservice(transport: CurlTransport(tls: try Servers.authority()))
        var connections: [String?] = []
        for _ in 0..<2 {
            for _ in 0..<2 {
                let hello = try await webservice.load(echo(Servers.secure + "hello.txt"))
                connections.append(hello.headerFields["X-Connection"])
            }
            let large = echo(Servers.secure + "large.bin", timeout: .milliseconds(5))
            #expect(await webservice.kindOfFailure(large) == .timedOut)
        }
        #expect(connections[0] == connections[1] && connections[2] == connections[3])
        #expect(connections[1] != connections[2] && connections[0] != nil)
    }
}
