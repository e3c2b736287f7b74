import Foundation
import ResourcefulCurl
import ResourcefulStreams
import ResourcefulTesting
import Testing

/// Content codings of servers that compress while they go on.
@Suite(.permit, .knownDifferences) struct CodingReportTests {
    private static func head(_ coding: String) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nConnection: close\r\n\r\n".utf8)
    }

    /// Lines that are whole members of gzip, and lines of one deflated body that is flushed behind each of them.
    private static let lines: [(coding: String, parts: [[UInt8]])] = [
        ("gzip", ["one\n", "two\n", "three\n"].map { [UInt8](Gzip.compressed(Data($0.utf8))) }),
        (
            "gzip",
            [
                [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + stored("one\n"), stored("two\n"), stored("three\n"),
            ]
        ),
        ("deflate", [[0x78, 0x01] + stored("one\n"), stored("two\n"), stored("three\n")]),
        ("deflate", [stored("one\n"), stored("two\n"), stored("three\n")]),
    ]

    /// A block of DEFLATE that is not the last one (RFC 1951, section 3.2.4).
    private static func stored(_ text: String) -> [UInt8] {
        [0, UInt8(text.utf8.count), 0, ~UInt8(text.utf8.count), 0xFF] + text.utf8
    }

    @Test(arguments: Subject.overSockets, lines.indices)
    func `a line of a coded stream is there before the next one is sent`(subject: Subject, index: Int) async throws {
        let (coding, parts) = Self.lines[index]
        let mayGoOn = Locked(0)
        let server = try RawServer { connection in
            guard connection.drain() != nil, connection.send(Self.head(coding)) else { return }
            for (number, part) in parts.enumerated() {
                while mayGoOn.withLock({ $0 < number }) { usleep(1_000) }
                guard connection.send(part) else { return }
            }
            while connection.receive() != nil {}
        }
        defer {
            mayGoOn.withLock { $0 = 9 }
            server.stop()
        }
        let webservice = Webservice(transport: subject.own())
        let request = Request(url: server.baseURL, timeout: .seconds(30))
        try await subject.check(index == 0 ? .codingMembers : nil) {
            var found: [String] = []
            for try await line in webservice.stream(of: StreamResource(lines: request)) {
                found.append(line)
                mayGoOn.withLock { $0 += 1 }
                if found.count == 3 { break }
            }
            #expect(found == ["one", "two", "three"])
        }
    }

    @Test(arguments: Subject.overSockets)
    func `a coded body whose length is that of its content is cut short`(subject: Subject) async throws {
        let body = Gzip.compressed(Data(String(repeating: "content ", count: 1_000).utf8))
        let server = try RawServer { connection in
            guard connection.drain() != nil else { return }
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8000\r\n\r\n"
            _ = connection.send(Array(head.utf8) + body)
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
        #expect(await webservice.kindOfFailure(echo(timeout: .seconds(20))) == .connectionLost)
    }

    @Test(arguments: Subject.overSockets)
    func `an empty member at the end of a coded body adds nothing`(subject: Subject) async throws {
        let empty = Gzip.compressed(Data())
        let body = Gzip.compressed(Data("con".utf8)) + empty + Gzip.compressed(Data("tent".utf8)) + empty + empty
        let server = try LoopbackServer { _ in Response(headerFields: ["Content-Encoding": "gzip"], body: body) }
        try await subject.check(.codingMembers) {
            let text = try await server.webservice(subject).load(echo()).text
            #expect(text == "content")
        }
    }
}
