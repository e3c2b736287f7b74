import Foundation
import ResourcefulTesting
import Testing

/// Chunks as servers really send them (RFC 9112, section 7.1).
@Suite(.permit, .knownDifferences) struct ChunkReportTests {
    private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// What ends a packet at a place where a parser has to wait.
    private static let whole: [AnswerServer.Answer] = [
        .init(head + "5\r\nhello\r\n0\r\n", "\r\n"), .init(head + "5\r\nhello\r\n0\r", "\n\r\n"),
        .init(head + "5\r\nhello\r\n0\r\n\r", "\n"), .init(head + "5\r\nhello", "\r\n0\r\n\r\n"),
        .init(head + "5\r", "\nhello\r\n0\r\n\r\n"), .init(head + "5\r\nhello\r\n", "0", "\r\n\r\n"),
        .init(bytesOf: head + "5;a=b\r\nhello\r\n0\r\nX-A: b\r\n\r\n"),
        .init(head + "00000005\r\nhello\r\n000\r\n\r\n"),
        .init(head + "5;" + String(repeating: "a", count: 9_000) + "\r\nhello\r\n0\r\n\r\n"),
    ]

    @Test(arguments: Subject.overSockets, whole.indices)
    func `chunks are whole wherever their packets end, and their connection is used again`(
        subject: Subject, index: Int
    ) async throws {
        let answer = Self.whole[index]
        let server = try AnswerServer { _, _ in answer }
        defer { server.stop() }
        let webservice = server.webservice(subject)
        let hasTrailer = answer.pieces.joined().contains("X-A")
        try await subject.check(hasTrailer ? .trailers : nil) {
            for _ in 0..<3 {
                let text = try await webservice.load(echo(timeout: .seconds(20))).text
                #expect(text == "hello")
            }
            #expect(server.connectionCount == 1)
        }
    }

    @Test(
        arguments: Subject.overSockets,
        [
            "\r\nhello\r\n0\r\n\r\n", "x\r\nhello\r\n0\r\n\r\n", "-5\r\nhello\r\n0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n",
            "0x5\r\nhello\r\n0\r\n\r\n", "5\r\nhelloworld\r\n0\r\n\r\n", "5\r\nhelloXX0\r\n\r\n",
            "FFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n", "10000000000000005\r\nhello\r\n0\r\n\r\n",
            "7FFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n", "5\r\nhel", "5\r\nhello", "5\r\nhello\r\n", "5\r\nhello\r\n0\r\n",
        ])
    func `chunks that are malformed or cut short are no value`(subject: Subject, chunks: String) async throws {
        let server = try AnswerServer { _, _ in .init(Self.head + chunks, end: .closes) }
        defer { server.stop() }
        let isJustTheEnd = chunks.hasSuffix("0\r\n")
        do {
            let text = try await server.webservice(subject).load(echo(timeout: .seconds(20))).text
            #expect(isJustTheEnd && text == "hello", "\(text.debugDescription)")
        } catch {
            #expect((error as? LoadError)?.stage == .transport)
        }
    }

    @Test(arguments: Subject.overSockets)
    func `chunks of HTTP 1_0 are decoded or an error, never content`(subject: Subject) async throws {
        let text = "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        let server = try AnswerServer { _, _ in .init(text, end: .closes) }
        defer { server.stop() }
        let value = try? await server.webservice(subject).load(echo(timeout: .seconds(20))).text
        #expect(value == nil || value == "hello")
    }
}
