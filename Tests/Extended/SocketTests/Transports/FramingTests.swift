import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a client knows where a body ends (RFC 9112, section 6.3).
@Suite(.permit, .knownDifferences) struct FramingTests {
    private static let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })

    @Test(arguments: Subject.overSockets, [1, 1_000, 65_536, 1_000_000]) func `a body in chunks is whole`(
        subject: Subject, size: Int
    ) async throws {
        let body = Self.body.prefix(size * 20_000)
        let server = try LoopbackServer(answering: { _ in .chunked(Response(body: body), chunkSize: size) })
        #expect(try await isSame(server.webservice(subject).load(echo()).body, body))
    }

    @Test(arguments: Subject.overSockets) func `what a server says about a chunk is left out`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(
            raw: """
                HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\
                5;name=value\r\nhello\r\n00A;x="\"a;b\""\r\n, chunks!\n\r\n0;last\r\n\r\n
                """)
        #expect(try await server.webservice(subject).load(echo()).text == "hello, chunks!\n")
    }

    @Test(arguments: Subject.overSockets) func `trailers are skipped`(subject: Subject) async throws {
        let trailers: HeaderFields = ["X-Trailer": "1", "X-A": "changed", "Content-Length": "3"]
        let server = try LoopbackServer(answering: { _ in
            .chunked(Response(headerFields: ["X-A": "b"], body: Self.body), chunkSize: 1_000, trailers: trailers)
        })
        try await subject.check(.trailers) {
            for _ in 0..<3 {
                let response = try await server.webservice(subject).load(echo())
                #expect(isSame(response.body, Self.body))
                #expect(response.headerFields.values(of: "X-A") == ["b"])
                #expect(!response.headerFields.contains("X-Trailer"))
            }
        }
    }

    @Test(arguments: Subject.overSockets) func `trailers after a coded body are skipped, too`(
        subject: Subject
    ) async throws {
        let sample = CodingSample.all[0]
        let server = try LoopbackServer(answering: { _ in
            let response = Response(headerFields: ["Content-Encoding": "\(sample.coding)"], body: sample.bytes)
            return .chunked(response, chunkSize: 7, trailers: ["X-Trailer": "1"])
        })
        try await subject.check(.trailers) {
            let response = try await server.webservice(subject).load(echo())
            #expect(response.text == CodingSample.plain)
        }
    }

    @Test(arguments: Subject.overSockets) func `a body that ends with the connection is whole`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(answering: { _ in .untilClose(Response(body: Self.body)) })
        #expect(try await isSame(server.webservice(subject).load(echo()).body, Self.body))
    }

    @Test(arguments: Subject.overSockets) func `an empty body that ends with the connection is whole`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(raw: "HTTP/1.1 200 OK\r\n\r\n")
        #expect(try await server.webservice(subject).load(echo()).body.isEmpty)
    }

    @Test(arguments: Subject.overSockets, ["9223372036854775807", "9223372036854775806", "1152921504606846976"])
    func `a huge Content-Length is an error and takes no memory`(subject: Subject, length: String) async throws {
        let server = try LoopbackServer(raw: "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nhello")
        let isHugest = length.hasPrefix("9")
        try await subject.check(isHugest ? .hugeContentLength : nil) {
            let kind = await server.webservice(subject).kindOfFailure(echo())
            #expect(kind == .connectionLost || kind == .tooLarge)
        }
    }

    @Test(
        arguments: Subject.overSockets,
        ["9223372036854775808", "99999999999999999999999", "-1", "+5", "5abc", "0x5", "3, 4", "5,", "five"])
    func `a malformed Content-Length is an error`(subject: Subject, length: String) async throws {
        let server = try LoopbackServer(raw: "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nhello")
        let isRefusedByAll = ["-1", "five"].contains(length)
        try await subject.check(isRefusedByAll ? nil : .malformedLengths) {
            #expect(await server.webservice(subject).kindOfFailure(echo(timeout: .seconds(5))) == .malformedResponse)
        }
    }

    @Test(arguments: Subject.overSockets, [["5", "5"], ["5, 5"]]) func `the same Content-Length twice is one`(
        subject: Subject, lengths: [String]
    ) async throws {
        let lines = lengths.map { "Content-Length: \($0)\r\n" }.joined()
        let server = try LoopbackServer(raw: "HTTP/1.1 200 OK\r\n\(lines)\r\nhello")
        #expect(try await server.webservice(subject).load(echo()).text == "hello")
    }

    @Test(arguments: Subject.overSockets) func `chunks count more than a Content-Length`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(
            raw: """
                HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n\
                5\r\nhello\r\n0\r\n\r\n
                """)
        // To refuse it is as good (RFC 9112, section 6.3).
        let text = try? await server.webservice(subject).load(echo()).text
        #expect(text == nil || text == "hello")
    }

    @Test(arguments: Subject.overSockets, ["gzip", "gzip, chunked", "unheard-of"])
    func `an unrequested transfer coding is an error`(subject: Subject, coding: String) async throws {
        let server = try LoopbackServer(
            raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(coding)\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        #expect(await server.webservice(subject).kindOfFailure(echo()) == .malformedResponse)
    }
}
