import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Bodies in parts and bodies that are compressed, as a server gets them.
@Suite(.permit, .knownDifferences) struct BodyCodingTests {
    @Test(arguments: Subject.overSockets) func `parts are sent as they are described`(subject: Subject) async throws {
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = try TemporaryFile(content)
        let empty = try TemporaryFile(Data())
        let body = Body.multipart(
            [
                .text("é \u{202E} \0", name: "naughty \"\r\n--"), .file(file.url, name: "file"),
                .file(empty.url, name: "x"),
                .data(content, name: "data", fileName: "a.bin"), .file(file.url, name: "again", mediaType: nil),
            ], boundary: "cut")
        let server = try LoopbackServer { _ in Response() }
        _ = try await server.webservice(subject).load(echo(method: .post, body: body))
        let request = try #require(server.requests.first)
        let expected = try body.encoded()
        #expect(request.body?.data == expected)
        #expect(request.headerFields["Content-Type"] == "multipart/form-data; boundary=cut")
        try await subject.check(.filesInChunks) {
            #expect(request.headerFields["Content-Length"] == "\(expected.count)")
            #expect(!request.headerFields.contains("Transfer-Encoding"))
        }
    }

    @Test(arguments: Subject.overSockets) func `each load draws a boundary of its own`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        let upload = echo(method: .post, body: .multipart([.text("a", name: "b")]))
        for _ in 0..<3 { _ = try await server.webservice(subject).load(upload) }
        #expect(Set(server.requests.map { $0.headerFields["Content-Type"] }).count == 3)
        for request in server.requests {
            let boundary = try #require(request.headerFields["Content-Type"]?.split(separator: "=").last)
            let text = String(decoding: request.body?.data ?? Data(), as: UTF8.self)
            #expect(text.hasPrefix("--\(boundary)\r\n") && text.hasSuffix("\r\n--\(boundary)--\r\n"))
        }
    }

    @Test(arguments: Subject.overSockets) func `parts with a file that can't be read fail before anything is sent`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        for path in ["/nowhere/at/all.bin", "/tmp"] {
            let body = Body.multipart([.text("a", name: "b"), .file(URL(filePath: path), name: "file")])
            let error = await #expect(throws: LoadError.self) {
                try await server.webservice(subject).load(echo(method: .post, body: body))
            }
            #expect(error?.stage == .request)
            #expect("\(try #require(error))".contains(path))
        }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: Subject.overSockets) func `what is compressed is undone to what it was`(
        subject: Subject
    ) async throws {
        let text = Data((0..<6_000).map { "episode \($0 % 100) of \($0)\n" }.joined().utf8)
        let file = try TemporaryFile(text)
        let parts = Body.multipart([.file(file.url, name: "a"), .data(text, name: "b")], boundary: "cut")
        for body in [Body.data(text), .data(Data()), .file(file.url), parts] {
            let server = try LoopbackServer { _ in Response() }
            _ = try await server.webservice(subject).load(echo(method: .put, body: body.gzipped()))
            let request = try #require(server.requests.first)
            #expect(request.headerFields.values(of: "Content-Encoding") == ["gzip"])
            #expect(request.headerFields.contains("Content-Length") == (body.data != nil))
            let received = try #require(request.body?.data)
            #expect(received == (try body.gzipped().encoded()))
            // The coding is undone by the transport, as that of a response.
            let mirror = try LoopbackServer { _ in
                Response(headerFields: ["Content-Encoding": "gzip"], body: received)
            }
            let undone = try await mirror.webservice(.curl).load(echo()).body
            #expect(undone == (try body.encoded()))
        }
    }

    @Test func `a stream is compressed while it is sent`() async throws {
        let server = try LoopbackServer { _ in Response() }
        let pieces = AsyncStream<Data> { continuation in
            for number in 0..<100 { continuation.yield(Data("\(number % 3)".utf8)) }
            continuation.finish()
        }
        let body = Body.stream(pieces, length: 100).gzipped()
        _ = try await server.webservice(.curl).load(echo(method: .put, body: body))
        let received = try #require(server.requests.first?.body?.data)
        let text = Data((0..<100).map { "\($0 % 3)" }.joined().utf8)
        #expect(received == (try Body.data(text).gzipped().encoded()))
    }

    @Test(arguments: Subject.overSockets) func `parts are sent again from their beginning`(subject: Subject)
        async throws
    {
        let file = try TemporaryFile(Data(count: 100_000))
        let server = try LoopbackServer { request in
            request.url.lastPathComponent == "x"
                ? Response(status: 307, headerFields: ["Location": "/y"]) : Response()
        }
        let parts = Body.multipart([.text("a", name: "b"), .file(file.url, name: "file")])
        for body in [parts, parts.gzipped()] {
            _ = try await server.webservice(subject).load(echo(method: .put, body: body))
            let bodies = server.requests.suffix(2).map { $0.body?.data }
            #expect(bodies[0] == bodies[1] && (bodies[0]?.count ?? 0) > 300)
        }
        #expect(server.requests.count == 4)
    }
}
