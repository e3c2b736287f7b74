import ResourcefulTesting
import ResourcefulUploads
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Uploads in pieces, whatever happens between them.
struct UploadTests {
    private static let rules: [UploadProtocol] = [.tus, .draft()]
    private static let base = URL(string: "https://api.example/v1/")
    private let folder = TemporaryFolder()

    private func file(_ bytes: Data, _ name: String = "film.mp4") throws -> URL {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try folder.write(bytes, to: name)
        return folder.url.appending(path: name)
    }

    private func upload(
        _ file: URL, _ rules: UploadProtocol, pieces: Int = 10, limit: Int = 8
    ) -> ResumableUpload {
        var rule = RetryRule.uploads
        (rule.limit, rule.waits) = (limit, .constant(.seconds(1)))
        return ResumableUpload(file, to: Request("files"), by: rules, pieceSize: pieces, resuming: rule)
    }

    private func run(_ server: UploadServer, store: [String: StoreEntry] = [:], policies: [Policy] = []) -> DryRun {
        var run = DryRun(baseURL: Self.base, policies: policies, server.answer)
        run.store = store
        return run
    }

    @Test(arguments: rules) func `a file arrives in pieces, of any size`(rules: UploadProtocol) throws {
        for size in [0, 1, 9, 10, 11, 20, 35] {
            let bytes = content(size)
            let server = UploadServer(rules)
            var run = run(server)
            let uploaded = try run.load(upload(try file(bytes), rules))
            #expect(server.uploads.map(\.bytes) == [bytes] && server.uploads[0].isComplete, "\(size)")
            #expect(uploaded.url.absoluteString == "https://api.example/uploads/0")
            #expect(uploaded.response.status == (rules == .tus && size == 0 ? 201 : 204))
            let last = rules == .tus ? (size + 9) / 10 : max(1, (size + 9) / 10)
            #expect(run.requests.count == 1 + last, "\(size): \(run.requests)")
            #expect(run.store.isEmpty)
        }
    }

    @Test func `a creation says what is uploaded`() throws {
        for rules in Self.rules {
            let server = UploadServer(rules)
            var run = run(server)
            let file = try file(Data("12345678901".utf8), "Ferien ☀.mp4")
            _ = try run.load(upload(file, rules))
            let creation = try #require(run.requests.first)
            #expect(creation.headerFields["Upload-Length"] == "11" && creation.body?.data == Data())
            switch rules {
            case .tus:
                #expect(
                    creation.headerFields["Upload-Metadata"] == "filename RmVyaWVuIOKYgC5tcDQ=,filetype dmlkZW8vbXA0")
                #expect(run.requests.allSatisfy { $0.headerFields["Tus-Resumable"] == "1.0.0" })
            case .draft:
                #expect(creation.body?.mediaType == "video/mp4" && creation.headerFields["Upload-Complete"] == "?0")
                #expect(run.requests.map { $0.headerFields["Upload-Complete"] } == ["?0", "?0", "?1"])
            case .s3: Issue.record("BucketUploadTests has it")
            }
            #expect(run.requests.dropFirst().map { $0.headerFields["Upload-Offset"] } == ["0", "10"])
            #expect(run.requests.dropFirst().allSatisfy { $0.headerFields["Upload-Length"] == nil })
        }
    }

    @Test(arguments: rules) func `half a piece is enough to go on from`(rules: UploadProtocol) throws {
        let bytes = content(40)
        let server = UploadServer(rules)
        server.breaks = [0, 1, 2, 4, 5]
        var run = run(server)
        // Each failure brings progress, so one attempt without any is enough.
        _ = try run.load(upload(try file(bytes), rules, limit: 1))
        #expect(server.uploads.map(\.bytes) == [bytes])
        #expect(run.elapsed == .seconds(5))
    }

    @Test(arguments: rules) func `another process resumes, and sends only what is missing`(rules: UploadProtocol) throws
    {
        let bytes = content(35)
        let file = try file(bytes)
        let server = UploadServer(rules)
        server.refusals = [2: Response(status: 503)]
        var first = run(server)
        let error = try #require(throws: LoadError.self) { try first.load(upload(file, rules, limit: 0)) }
        #expect(error.status == 503 && first.store.count == 1)
        #expect(first.store.keys.allSatisfy { !$0.contains("film") && !$0.contains("api.example") })
        var second = run(server, store: first.store)
        _ = try second.load(upload(file, rules))
        #expect(second.requests.map(\.method) == [.head, .patch, .patch])
        #expect(server.received == 35 && server.uploads.map(\.bytes) == [bytes])
        // Another file, or the same one to another server, is another upload.
        var other = DryRun(baseURL: URL(string: "https://other.example/"), server.answer)
        other.store = first.store
        _ = try other.load(upload(file, rules))
        #expect(other.requests.first?.method == .post && server.uploads.count == 2)
    }

    @Test func `a file that has changed since begins again, and one that changes meanwhile is an error`() throws {
        let file = try file(content(35))
        let server = UploadServer(.tus)
        server.refusals = [2: Response(status: 503)]
        var first = run(server)
        #expect(throws: LoadError.self) { try first.load(upload(file, .tus, limit: 0)) }
        let new = content(36, seed: 2)
        try folder.write(new, to: "film.mp4")
        var second = run(server, store: first.store)
        _ = try second.load(upload(file, .tus))
        #expect(second.requests.first?.method == .post && server.uploads.last?.bytes == new)
        let changing = upload(file, .tus).onProgress { progress in
            if progress.received == 10 { try? FileManager.default.removeItem(at: file) }
        }
        var third = run(UploadServer(.tus))
        #expect(try #require(throws: UploadError.self) { try third.load(changing) }.kind == .file)
        let growing = upload(try self.file(new), .tus).onProgress { progress in
            if progress.received == 10 { try? content(50).write(to: file) }
        }
        var fourth = run(UploadServer(.tus))
        #expect(try #require(throws: UploadError.self) { try fourth.load(growing) }.kind == .changed)
        #expect(fourth.store.isEmpty)
    }

    @Test func `an upload that the server has forgotten begins again`() throws {
        let file = try file(content(25))
        let server = UploadServer(.tus)
        server.refusals = [1: Response(status: 503)]
        var first = run(server)
        #expect(throws: LoadError.self) { try first.load(upload(file, .tus, limit: 0)) }
        let other = UploadServer(.tus)
        var second = run(other, store: first.store)
        _ = try second.load(upload(file, .tus))
        #expect(second.requests.map(\.method) == [.head, .post, .patch, .patch, .patch])
        #expect(other.uploads.map(\.bytes) == [content(25)])
        // What can't be read is no record.
        var third = run(
            other, store: first.store.mapValues { _ in StoreEntry(data: Data("{".utf8), date: .distantPast) })
        _ = try third.load(upload(file, .tus))
        #expect(third.requests.first?.method == .post)
    }

    @Test func `what the server limits is kept`() throws {
        let file = try file(content(25))
        let server = UploadServer(.draft())
        server.creationFields = ["Upload-Limit": "max-size=100, max-append-size=4;a=1 , min-size=1"]
        var run = run(server)
        _ = try run.load(upload(file, .draft()))
        #expect(server.pieces == 7 && server.uploads.map(\.bytes) == [content(25)])
        let limits: [(UploadProtocol, HeaderFields)] = [
            (.draft(), ["Upload-Limit": "max-size=24"]), (.tus, ["Tus-Max-Size": "24"]),
        ]
        for (rules, fields) in limits {
            let small = UploadServer(rules)
            small.creationFields = fields
            var run = self.run(small)
            let error = try #require(throws: UploadError.self) { try run.load(upload(file, rules)) }
            #expect(error.kind == .tooLarge && error.message.contains("24 bytes") && small.pieces == 0)
        }
    }

    @Test func `a server that breaks the protocol gets no more pieces`() throws {
        let file = try file(content(25))
        let location = "Location" as HeaderFields.Name
        func error(_ change: (UploadServer) -> Void) throws -> UploadError {
            let server = UploadServer(.tus)
            change(server)
            var run = self.run(server)
            return try #require(throws: UploadError.self) { try run.load(upload(file, .tus)) }
        }
        #expect(try error { $0.creationFields = [location: ""] }.kind == .server)
        #expect(try error { $0.creationFields = [location: "http://api.example/u"] }.message.contains("encryption"))
        for offset in ["0", "26"] {
            let wrong = Response(status: 204, headerFields: ["Upload-Offset": offset])
            #expect(try error { $0.refusals = [0: wrong] }.kind == .server, "\(offset)")
        }
        // One that forgets each upload at once is given up.
        let forgetful = UploadServer(.tus)
        forgetful.creationFields = [location: "/uploads/99"]
        var again = self.run(forgetful)
        #expect(try #require(throws: LoadError.self) { try again.load(upload(file, .tus)) }.status == 404)
        #expect(forgetful.uploads.count == 9 && forgetful.pieces == 0)
        // So is one that loses again and again what it has confirmed.
        let losing = UploadServer(.tus)
        var losses = 0
        var endless = DryRun(baseURL: Self.base) { request in
            let loses = request.method == .patch && request.headerFields["Upload-Offset"] == "10"
            if loses { (losing.uploads[0].bytes, losses) = (Data(), losses + 1) }
            return loses && losses < 100 ? Response(status: 503) : try losing.answer(request)
        }
        #expect(try #require(throws: LoadError.self) { try endless.load(upload(file, .tus)) }.status == 503)
        #expect(losses == 9)
        let deaf = UploadServer(.draft())
        let all = Response(status: 204, headerFields: ["Upload-Offset": "25", "Upload-Complete": "?0"])
        deaf.refusals = [0: all]
        var run = run(deaf)
        #expect(try #require(throws: UploadError.self) { try run.load(upload(file, .draft())) }.kind == .server)
    }

    @Test func `fields and credentials go to the origin they are for`() throws {
        let file = try file(content(5))
        let api = try #require(URL(string: "https://api.example/"))
        for place in ["https://api.example/uploads/0", "https://files.example/uploads/0"] {
            let server = UploadServer(.tus)
            server.creationFields = ["Location": place]
            var run = run(server, policies: [.bearer("t-SECRET", for: api)])
            let creation = Request("files").header("X-Key", "k-SECRET").header("Content-Language", "de")
            _ = try run.load(ResumableUpload(file, to: creation, by: .tus))
            let last = try #require(run.requests.last)
            let isOwn = place.contains("api")
            #expect(
                (last.headerFields["Authorization"] != nil) == isOwn && (last.headerFields["X-Key"] != nil) == isOwn)
            #expect(run.requests.first?.headerFields["X-Key"] == "k-SECRET")
        }
    }

    @Test func `progress counts what the server has, from where it was`() throws {
        let file = try file(content(25))
        let server = UploadServer(.tus)
        server.breaks = [1]
        let seen = Locked<[UploadProgress]>([])
        var run = run(server)
        _ = try run.load(upload(file, .tus).onProgress { progress in seen.withLock { $0.append(progress) } })
        #expect(seen.withLock { $0.map(\.received) } == [0, 10, 15, 25])
        #expect(seen.withLock { $0.map(\.total) } == [25, 25, 25, 25])
        #expect("\(UploadProgress(received: 249, total: 250))" == "249 of 250 bytes, 99 %")
        #expect(UploadProgress(received: 0, total: 0).fraction == 1)
    }

    @Test func `a discarded upload is deleted at the server and forgotten`() throws {
        let file = try file(content(25))
        let server = UploadServer(.tus)
        server.refusals = [1: Response(status: 503)]
        var run = run(server)
        #expect(throws: LoadError.self) { try run.load(upload(file, .tus, limit: 0)) }
        #expect(try run.load(upload(file, .tus).discarded))
        #expect(run.requests.last?.method == .delete && run.store.isEmpty)
        #expect(try !run.load(upload(file, .tus).discarded))
    }

    @Test func `the server's wait is kept, unless it is too long, and its refusal is the error`() throws {
        let file = try file(content(25))
        let server = UploadServer(.tus)
        server.refusals = [1: Response(status: 503, headerFields: ["Retry-After": "7"])]
        var run = run(server)
        _ = try run.load(upload(file, .tus))
        #expect(run.elapsed == .seconds(7))
        for (status, after) in [(503, "100"), (413, "1"), (403, "1")] as [(Response.Status, String)] {
            let strict = UploadServer(.tus)
            strict.refusals = [1: Response(status: status, headerFields: ["Retry-After": after])]
            var run = self.run(strict)
            let error = try #require(throws: LoadError.self) { try run.load(upload(file, .tus)) }
            #expect(error.status == status && error.request.method == .patch && run.elapsed == .zero)
            // What the server has isn't forgotten.
            #expect(run.store.count == 1)
        }
        var missing = self.run(UploadServer(.tus))
        let gone = folder.url.appending(path: "nowhere")
        #expect(try #require(throws: UploadError.self) { try missing.load(upload(gone, .tus)) }.kind == .file)
        #expect(missing.requests.isEmpty)
    }
}
