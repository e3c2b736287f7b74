import ResourcefulLab
import ResourcefulTesting
import ResourcefulUploads
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Uploads in parts to a store like S3.
struct BucketUploadTests {
    private let folder = DownloadFolder()

    private func upload(_ bytes: Data, pieces: Int = 10, least: Int = 1, limit: Int = 8) throws -> ResumableUpload {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        if (try? Data(contentsOf: folder.file)) != bytes { try bytes.write(to: folder.file) }
        var rule = RetryRule.uploads
        (rule.limit, rule.waits) = (limit, .constant(.seconds(1)))
        let object = Request("videos/film.mp4").header("x-amz-acl", "private").header("Cache-Control", "no-store")
            .header("x-amz-server-side-encryption-customer-algorithm", "AES256")
        return ResumableUpload(
            folder.file, to: object, by: .s3(leastPart: least), pieceSize: pieces, resuming: rule)
    }

    private func run(
        _ server: BucketServer, store: [String: StoreEntry] = [:], policies: [Policy] = []
    ) -> DryRun {
        var run = DryRun(baseURL: URL(string: "https://bucket.example/"), policies: policies, server.answer)
        run.store = store
        return run
    }

    @Test func `a file of any size arrives in parts, and its object is at its URL`() throws {
        for size in [0, 1, 9, 10, 11, 20, 35, 100] {
            let server = BucketServer()
            var run = run(server)
            let uploaded = try run.load(upload(content(size)))
            #expect(uploaded.url.absoluteString == "https://bucket.example/videos/film.mp4")
            #expect(server.objects["/videos/film.mp4"]?.content == content(size), "\(size)")
            #expect(run.requests.count == 2 + max(1, (size + 9) / 10) && run.store.isEmpty && server.uploads.isEmpty)
        }
    }

    @Test func `parts have equal sizes: at least the least, and so large that ten thousand are enough`() throws {
        for (size, least, pieces, part) in [(35, 20, 10, 20), (35, 35, 1, 35), (10_000, 1, 1, 1), (10_001, 1, 1, 2)] {
            let server = BucketServer()
            server.refusesParts = 3
            var run = run(server)
            _ = try? run.load(upload(content(size), pieces: pieces, least: least, limit: 0))
            let parts = run.requests.filter { $0.method == .put }.map { $0.body?.data?.count }
            #expect(parts == (size > 2 * part ? [part, part, part] : size > part ? [part, size - part] : [part]))
            // Another program continues with the size of the first part.
            server.refusesParts = nil
            guard size < 100 else { continue }
            _ = try run.load(upload(content(size), pieces: 7, least: 1))
            #expect(server.objects["/videos/film.mp4"]?.content == content(size))
        }
    }

    @Test func `fields of the object go with its creation, and keys with each part`() throws {
        var run = run(BucketServer())
        _ = try run.load(upload(content(25)))
        let creation = try #require(run.requests.first)
        #expect(creation.headerFields["x-amz-acl"] == "private" && creation.headerFields["Cache-Control"] == "no-store")
        #expect(creation.body?.mediaType == MediaType(fileName: folder.file.lastPathComponent))
        #expect(
            run.requests.dropFirst().allSatisfy { request in
                let fields = request.headerFields
                return fields["x-amz-acl"] == nil && fields["Cache-Control"] == nil
                    && fields["x-amz-server-side-encryption-customer-algorithm"] == "AES256"
            })
    }

    @Test func `another process asks for all lists of parts, and sends only what is missing`() throws {
        let (bytes, server) = (content(95), BucketServer(listed: 2))
        server.refusesParts = 6
        var first = run(server)
        #expect(throws: LoadError.self) { try first.load(upload(bytes)) }
        #expect(server.received == 50 && first.store.count == 1)
        server.refusesParts = nil
        var second = run(server, store: first.store)
        let seen = Locked<[Int]>([])
        _ = try second.load(upload(bytes).onProgress { progress in seen.withLock { $0.append(progress.received) } })
        #expect(second.requests.map(\.method) == [.get, .get, .get, .put, .put, .put, .put, .put, .post])
        #expect(server.received == 95 && server.objects["/videos/film.mp4"]?.content == bytes)
        #expect(seen.withLock(\.self) == [50, 60, 70, 80, 90, 95])
    }

    @Test func `an upload that the store has forgotten begins again, unless its object is there`() throws {
        let (bytes, server) = (content(25), BucketServer())
        server.refusesParts = 2
        var first = run(server)
        #expect(throws: LoadError.self) { try first.load(upload(bytes)) }
        server.refusesParts = nil
        server.forget()
        var second = run(server, store: first.store)
        _ = try second.load(upload(bytes))
        #expect(second.requests.map(\.method) == [.get, .head, .post, .put, .put, .put, .post])
        // The object is there: the process had ended before it noted that.
        var third = run(server, store: first.store)
        let uploaded = try third.load(upload(bytes))
        #expect(third.requests.map(\.method) == [.get, .head] && uploaded.response.status == 200)
        #expect(third.store.isEmpty && server.completions == 1)
    }

    @Test func `a cache answers none of its questions, and a store that hides its objects has none`() throws {
        let (bytes, server) = (content(55), BucketServer())
        server.refusesParts = 2
        var run = run(server, policies: [.cache(for: .seconds(600))])
        #expect(throws: LoadError.self) { try run.load(upload(bytes, limit: 0)) }
        server.refusesParts = 4
        #expect(throws: LoadError.self) { try run.load(upload(bytes, limit: 0)) }
        server.refusesParts = nil
        _ = try run.load(upload(bytes))
        #expect(server.received == 55 && server.objects["/videos/film.mp4"]?.content == bytes)
        server.hidesObjects = true
        server.refusesParts = 2
        #expect(throws: LoadError.self) { try run.load(upload(content(45), limit: 0)) }
        server.forget()
        server.refusesParts = nil
        _ = try run.load(upload(content(45)))
        #expect(server.objects["/videos/film.mp4"]?.content == content(45))
    }

    @Test(arguments: [(0, 2, false), (0, 1, true), (30, 1, false)])
    func `parts that the file can't have are an error, and end`(size: Int, first: Int, isEndless: Bool) throws {
        let server = BucketServer()
        server.refusesParts = 2
        var begun = run(server)
        #expect(throws: LoadError.self) { try begun.load(upload(content(25), limit: 0)) }
        var run = DryRun(baseURL: URL(string: "https://bucket.example/")) { request in
            guard request.method == .get else { return Response(headerFields: ["ETag": "\"1\""]) }
            // A part of one byte or more comes first where the others have none.
            let marker = request.url.query()?.split(separator: "=").last.flatMap { Int($0) } ?? 0
            let count = isEndless ? marker == 0 ? 1 : 0 : size
            let parts = (marker + 1...marker + 1_000).prefix(isEndless ? 1_000 : first).map {
                "<Part><PartNumber>\($0)</PartNumber><ETag>1</ETag><Size>\($0 == 1 ? count : 0)</Size></Part>"
            }
            let list = "<IsTruncated>\(isEndless)</IsTruncated>\(parts.joined())"
            return Response(body: Data("<ListPartsResult>\(list)</ListPartsResult>".utf8))
        }
        run.store = begun.store
        let error = try #require(throws: UploadError.self) { try run.load(upload(content(25))) }
        #expect(error.kind == .server && error.message.contains("parts"))
        #expect(run.requests.count < 20)
    }

    @Test func `an error that follows the status is an error`() throws {
        let server = BucketServer()
        server.lateErrors = 2
        var run = run(server)
        _ = try run.load(upload(content(25)))
        #expect(run.elapsed == .seconds(2) && server.completions == 1)
        server.lateErrors = 100
        let error = try #require(throws: LoadError.self) { try run.load(upload(content(24))) }
        #expect(error.status == 500 && error.response?.body.isEmpty == false)
    }

    @Test func `an upload can be discarded`() throws {
        let server = BucketServer()
        server.lateErrors = 100
        var run = run(server)
        _ = try? run.load(upload(content(25)))
        #expect(server.uploads.count == 1)
        #expect(try run.load(upload(content(25)).discarded) == true && server.uploads.isEmpty && run.store.isEmpty)
    }

    @Test func `wherever it fails or the process ends, the object is there, and no part was sent twice`() throws {
        let bytes = content(25)
        let upload = try upload(bytes)
        let laws: [Invariant<BucketServer, UploadedFile>] = [
            .holds("it ends well") { world in (try? world.outcome.get()) != nil },
            .holds("the store has the object") { world in
                world.server.objects.mapValues(\.content) == ["/videos/film.mp4": bytes]
            },
            .holds("nothing is left in the program's store") { world in world.run.store.isEmpty },
            .holds("no confirmed byte is sent again") { isSentOnce($0.server.received, of: 25, in: $0.run) },
        ]
        let exploration = try DryRun.explore(
            upload, against: { BucketServer() },
            in: { DryRun(baseURL: URL(string: "https://bucket.example/"), $0.answer) },
            failing: [.crashed, .reset, .timedOut, .status(503)], atMost: Effort.size(reduced: 1, usual: 2, full: 3),
            always: laws)
        let least = Effort.size(reduced: 20, usual: 200, full: 200)
        #expect(exploration.isComplete && exploration.worlds > least, "\(exploration)")
    }
}
