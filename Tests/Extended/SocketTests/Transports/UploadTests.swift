import Foundation
import ResourcefulTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Bodies of requests: from memory and from files.
@Suite(.permit, .knownDifferences) struct UploadTests {
    @Test(arguments: Subject.overSockets, [0, 1, 3_000_000]) func `a file is sent from the disk`(
        subject: Subject, count: Int
    ) async throws {
        let content = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = try TemporaryFile(content)
        let server = try LoopbackServer { _ in Response() }
        let body = Body.file(file.url, mediaType: "audio/mp4")
        _ = try await server.webservice(subject).load(echo(method: .put, body: body))
        let request = try #require(server.requests.first)
        #expect(isSame(request.body?.data ?? Data(), content))
        #expect(request.headerFields.values(of: "Content-Type") == ["audio/mp4"])
        #expect(!request.headerFields.contains("Expect"))
        try await subject.check(.filesInChunks) {
            #expect(request.headerFields.values(of: "Content-Length") == ["\(count)"])
            #expect(!request.headerFields.contains("Transfer-Encoding"))
        }
    }

    @Test(arguments: Subject.overSockets, ["/nowhere/at/all.bin", "/tmp"])
    func `a file that can't be read fails before anything is sent`(subject: Subject, path: String) async throws {
        let server = try LoopbackServer { _ in Response() }
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice(subject).load(echo(method: .put, body: .file(URL(filePath: path))))
        }
        #expect(error?.stage == .request)
        #expect("\(try #require(error))".contains(path))
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: Subject.overSockets) func `a named pipe isn't a file, and no load waits for its writer`(
        subject: Subject
    ) async throws {
        let path = "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let server = try LoopbackServer { _ in Response() }
        // Should it wait all the same, this ends it.
        let release = Task {
            try await Task.sleep(for: .seconds(60))
            close(open(path, O_WRONLY | O_NONBLOCK))
        }
        let clock = ContinuousClock()
        let taken = await clock.measure {
            let error = await #expect(throws: LoadError.self) {
                let file = Body.file(URL(filePath: path))
                return try await server.webservice(subject).load(echo(method: .put, body: file))
            }
            #expect(error?.stage == .request)
        }
        release.cancel()
        #expect(taken < .seconds(120))
    }

    @Test(arguments: Subject.overSockets) func `hundreds of files that are not there fail one after the other`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let webservice = server.webservice(subject.own(maximumAtOnce: 2))
        let missing = echo(method: .put, body: .file(URL(filePath: "/tmp/nowhere/at/all"))).map(\.status)
        let plan = all((0..<2_000).map { _ in missing.recover { _ in Plan.value(599) } })
        #expect(try await webservice.load(plan).count == 2_000)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: Subject.overSockets) func `an empty body is sent as such`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        _ = try await server.webservice(subject).load(echo(method: .post, body: .data(Data())))
        #expect(server.requests.first?.headerFields.values(of: "Content-Length") == ["0"])
    }

    @Test(arguments: Subject.overSockets) func `no Content-Type is invented`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        let body = Body.data(Data("a=b".utf8), mediaType: nil)
        let webservice = server.webservice(subject)
        _ = try await webservice.load(echo(method: .post, body: body))
        _ = try await webservice.load(echo(method: .post, headerFields: ["Content-Type": "text/plain"], body: body))
        try await subject.check(.inventedContentType) {
            #expect(server.requests.first?.headerFields.contains("Content-Type") == false)
        }
        #expect(server.requests.first?.headerFields["Content-Type"] != "application/x-www-form-urlencoded")
        #expect(server.requests.last?.headerFields.values(of: "Content-Type") == ["text/plain"])
    }

    @Test(arguments: Subject.overSockets) func `a HEAD request with a body does not wait for one in return`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response(body: Data(count: 1_000)) }
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice(subject).load(echo(method: .head, body: .data(Data("question".utf8))))
        }
        #expect(error?.stage == .request)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: Subject.overSockets) func `a refusal that comes before the body was sent comes through`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(
            bodyLimit: 0,
            answering: { _ in
                .response(Response(status: 413, body: Data("too much".utf8)))
            })
        let body = Body.data(Data(count: 300_000))
        let response = try await server.webservice(subject).load(echo(method: .put, body: body))
        #expect(response.status == 413 && response.text == "too much")
    }
}
