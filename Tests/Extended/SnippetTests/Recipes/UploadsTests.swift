import Foundation
import Resourceful
import ResourcefulDisk
import ResourcefulDownloads
import ResourcefulIdentity
import ResourcefulTesting
import ResourcefulUploads
import Synchronization
import Testing

// The snippets of "Uploads", word for word, compiled and run.
private struct Song: Codable, Equatable, Sendable {
    let id: Int
}

extension Song {
    func upload(_ file: URL) -> Resource<Void> {
        let request = Request("songs/{id}", ["id": id])
        return Resource(request.method(.put).body(.file(file)))
    }
}

extension Song {
    func upload(
        _ recording: AsyncStream<Data>, length: Int
    ) -> Resource<Void> {
        let body = Body.stream(
            recording, length: length, mediaType: "audio/mp4")
        let request = Request("songs/{id}", ["id": id])
        return Resource(request.method(.put).body(body))
    }
}

extension Song {
    /// Sends a file in parts, and retries each part separately.
    func parts(of file: URL, size: Int) throws -> Plan<[Void]> {
        let content = try Data(contentsOf: file, options: .alwaysMapped)
        let starts = stride(from: 0, to: content.count, by: size)
        let parts = starts.map { start in
            let part = content[start..<min(start + size, content.count)]
            let request = Request(
                "songs/{id}/parts/{part}", ["id": id, "part": start / size])
            return Resource<Void>(request.method(.put).body(.data(part)))
        }
        return Plan.all(parts, atOnce: 2)
    }
}

private extension Policy {
    /// Sends the digest of content in memory (RFC 9530).
    static let contentDigest = Policy { request, next in
        guard let content = Signing.content(of: request) else {
            return next(request)
        }
        let digest = Data(Signing.sha256(content)).base64EncodedString()
        return next(request.header("Content-Digest", "sha-256=:\(digest):"))
    }
}

@Suite(.permit) struct UploadsTests {
    private static let api = URL(string: "https://example.org")!

    /// Calls a function with a file of 100 bytes.
    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "song-\(UUID().uuidString).m4a")
        try Data((0..<100).map { UInt8($0) }).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file)
    }

    private func stream() -> Body { .stream(AsyncStream<Data> { $0.finish() }, length: 0) }

    @Test func `a file and a stream of known length are sent`() async throws {
        try await withFile { file in
            let server = try LoopbackServer { _ in Response(status: 201) }
            defer { server.stop() }
            let webservice = Webservice(baseURL: server.baseURL)
            let song = Song(id: 7)

            try await webservice.load(song.upload(file))

            let recording = AsyncStream<Data> { stream in
                for piece in ["first", "second"] { stream.yield(Data(piece.utf8)) }
                stream.finish()
            }
            try await webservice.load(song.upload(recording, length: 11))
            let sent = server.requests
            #expect(sent.map { $0.body?.data?.count } == [100, 11])
            #expect(sent.map { $0.headerFields["Content-Length"] } == ["100", "11"])
            #expect(sent.map { $0.headerFields["Content-Type"] } == ["audio/mp4", "audio/mp4"])
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func `an upload resumes, and its server is ten lines`() async throws {
        try await withFile { video in
            let received = Mutex(Data())
            let transport = StubTransport { request in
                received.withLock { received in
                    if request.method == .post { return Response(status: 201, headerFields: ["Location": "/files/1"]) }
                    received += request.body?.data ?? Data()
                    return Response(status: 204, headerFields: ["Upload-Offset": "\(received.count)"])
                }
            }
            let webservice = Webservice(baseURL: Self.api, transport: transport)

            let upload = ResumableUpload(video, to: Request("files"), by: .tus)
                .onProgress { progress in print(progress) }
            let uploaded = try await webservice.load(upload)

            #expect(uploaded.url.path() == "/files/1" && received.withLock { $0.count } == 100)
            received.withLock { $0 = Data() }
            do {
                let upload = ResumableUpload(video, to: Request("files"), by: .tus)
                let uploaded = try await webservice.load(upload)
                print(uploaded.url)
                #expect(uploaded.url.path() == "/files/1")
            }
            #expect("\(UploadProgress(received: 4 << 20, total: 9_000_000))" == "4194304 of 9000000 bytes, 46 %")
        }
    }

    @Test func `a video goes to a bucket in parts`() async throws {
        try await withFile { video in
            let server = try LoopbackServer { request in
                if request.method == .put { return Response(headerFields: ["ETag": "\"1\""]) }
                return Response(body: Data("<UploadId>7</UploadId>".utf8))
            }
            defer { server.stop() }
            let bucket = server.baseURL
            let store = try #require(Origin(bucket))
            let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "hush")
            let remembered = video.appendingPathExtension("store")
            defer { try? FileManager.default.removeItem(at: remembered) }

            let signature = AWSSignature(credentials, region: "eu-central-1", service: "s3")
            let webservice = Webservice(
                baseURL: bucket,
                policies: [.awsSignature(signature, for: store)],
                store: FileStore(at: remembered))
            let upload = ResumableUpload(video, to: Request("videos/film.mp4"), by: .s3())
            let uploaded = try await webservice.load(upload)

            #expect(uploaded.url == bucket.appending(path: "videos/film.mp4"))
            #expect(server.requests.map(\.method) == [.post, .put, .post])
            #expect(server.requests.map { $0.url.query() } == ["uploads=", "uploadId=7&partNumber=1", "uploadId=7"])
            let signatures = server.requests.compactMap { $0.headerFields["Authorization"] }
            #expect(signatures.count == 3 && signatures.allSatisfy { $0.contains("/s3/aws4_request") })
        }
    }

    @Test func `a file that doesn't exist fails before anything is sent`() async throws {
        let server = try LoopbackServer { _ in Response() }
        defer { server.stop() }
        let missing = Song(id: 7).upload(URL(filePath: "/nowhere/song.m4a"))
        let error = await #expect(throws: LoadError.self) {
            try await Webservice(baseURL: server.baseURL).load(missing)
        }
        #expect(error?.stage == .request && server.requests.isEmpty)
        #expect(
            "\(try #require(error))".hasSuffix("the file /nowhere/song.m4a can't be read: No such file or directory"))
    }

    @Test func `a stream that is shorter than its length fails`() async throws {
        let server = try LoopbackServer { _ in Response() }
        defer { server.stop() }
        let recording = AsyncStream<Data> {
            $0.yield(Data("short".utf8)); $0.finish()
        }
        let error = await #expect(throws: LoadError.self) {
            try await Webservice(baseURL: server.baseURL).load(Song(id: 7).upload(recording, length: 11))
        }
        #expect(error?.stage == .transport)
    }

    /// The requests after a first answer, by the kind of the body.
    private func sent(
        _ body: Body, method: Request.Method = .put, after first: Response, _ policies: [Policy] = []
    ) -> [String] {
        var answers = [first, Response(), Response()]
        var run = DryRun(baseURL: Self.api, policies: policies) { _ in answers.removeFirst() }
        _ = try? run.load(Resource<Void>(Request("songs/7").method(method).body(body)))
        return run.requests.map { "\($0.method) \($0.body == nil ? "without" : "with") a body" }
    }

    @Test func `each row of the table of repeated bodies is true`() {
        let (again, stream) = (Body.json(["id": 7]), stream())
        #expect(again.canBeSentAgain && !stream.canBeSentAgain)
        let both = ["PUT with a body", "PUT with a body"]
        #expect(sent(again, after: Response(status: 503), [.retry()]) == both)
        #expect(sent(stream, after: Response(status: 503), [.retry()]) == ["PUT with a body"])
        for status in [307, 308] as [Response.Status] {
            let moved = Response(status: status, headerFields: ["Location": "/songs/8"])
            #expect(sent(again, after: moved) == both)
            #expect(sent(stream, after: moved) == ["PUT with a body"])
        }
        let other = Response(status: 303, headerFields: ["Location": "/songs/8"])
        #expect(sent(again, after: other) == ["PUT with a body", "GET without a body"])
        #expect(sent(stream, after: other) == ["PUT with a body", "GET without a body"])
        let found = Response(status: 302, headerFields: ["Location": "/songs/8"])
        #expect(sent(again, method: .post, after: found) == ["POST with a body", "GET without a body"])
        #expect(sent(again, after: found) == both)
        #expect(sent(stream, after: found) == ["PUT with a body"])
        let insecure = Response(status: 307, headerFields: ["Location": "http://example.org/songs/8"])
        #expect(sent(again, after: insecure) == ["PUT with a body"])
        let digest = Response(
            status: 401, headerFields: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#])
        let signedIn = Policy.digest(user: "ada", password: "s", for: Self.api)
        #expect(sent(again, after: digest, [signedIn]) == both)
        #expect(sent(stream, after: digest, [signedIn]) == ["PUT with a body"])
        #expect(sent(again, method: .post, after: Response(status: 503), [.retry()]) == ["POST with a body"])
    }

    @Test func `after a refused token or expectation, a body is repeated if it can be`() {
        let bearer = Policy.bearer(for: Self.api, token: Token("old")) { _ in
            Resource(Request("token")) { _ in Token("new") }
        }
        func sent(_ body: Body, after status: Response.Status, _ policies: [Policy] = []) -> Int {
            var isFirst = true
            var run = DryRun(baseURL: Self.api, policies: policies) { request in
                defer { isFirst = false }
                return Response(status: isFirst ? status : 200)
            }
            _ = try? run.load(Resource<Void>(Request("songs/7").method(.put).body(body)).expectingContinue())
            return run.requests.count { $0.method == .put }
        }
        #expect(sent(.json(["id": 7]), after: 401, [bearer]) == 2 && sent(stream(), after: 401, [bearer]) == 1)
        #expect(sent(.json(["id": 7]), after: 417) == 2 && sent(stream(), after: 417) == 1)
    }

    @Test func `a stream that can't be repeated fails with the reason`() {
        let moved = Response(status: 307, headerFields: ["Location": "/songs/8"])
        var run = DryRun(baseURL: Self.api) { _ in moved }
        let upload = Resource<Void>(Request("songs/7").method(.put).body(stream()))
        let error = #expect(throws: LoadError.self) { try run.load(upload) }
        #expect(
            error?.description.hasSuffix(
                "the redirect would send the body again, which is a stream and can only be sent once") == true)
    }

    @Test func `compressed content in memory has a length, and a compressed file is sent in chunks`() async throws {
        try await withFile { file in
            let server = try LoopbackServer { _ in Response() }
            defer { server.stop() }
            let webservice = Webservice(baseURL: server.baseURL)
            let songs = (1...100).map { Song(id: $0) }

            let inMemory = Request("songs").method(.put).body(.json(songs).gzipped())
            let fromFile = Request("songs").method(.put).body(.file(file).gzipped())

            try await webservice.load(Resource<Void>(inMemory))
            try await webservice.load(Resource<Void>(fromFile))
            #expect(server.requests.map { $0.headerFields["Content-Encoding"] } == ["gzip", "gzip"])
            #expect(server.requests.map { $0.headerFields.contains("Content-Length") } == [true, false])
            let plain = try Body.json(songs).encoded().count
            #expect(try #require(server.requests[0].headerFields.contentLength) < plain)
        }
    }

    @Test func `the digest of content in memory is sent`() throws {
        var run = DryRun(baseURL: Self.api, policies: [.contentDigest]) { _ in Response() }
        try run.load(Resource<Void>(Request("songs").posting(["hello": "world"])))
        let fields = try #require(run.requests.first).headerFields
        #expect(fields.contentDigest?.bytes == Signing.sha256(#"{"hello":"world"}"#.utf8))
        try run.load(Resource<Void>(Request("songs").method(.post).body(stream())))
        #expect(run.requests.last?.headerFields.contains("Content-Digest") == false)
    }

    @Test func `a file is sent in parts, and a failed part is repeated`() async throws {
        try await withFile { file in
            var failures = 1
            var run = DryRun(baseURL: Self.api, policies: [.retry()]) { request in
                guard request.url.lastPathComponent == "1", failures > 0 else { return Response() }
                failures -= 1
                return Response(status: 503)
            }
            _ = try run.load(Song(id: 7).parts(of: file, size: 40))
            let sizes = run.requests.map { "\($0.url.lastPathComponent): \($0.body?.data?.count ?? 0)" }
            #expect(sizes.sorted() == ["0: 40", "1: 40", "1: 40", "2: 20"])
        }
    }
}
