import ResourcefulOutbox
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an outbox keeps of a body.
struct OutboxBodyTests {
    private let outbox = Outbox(.tried())
    private let url = URL(string: "https://shop.example.org/")!

    private func sent(_ body: Body?) throws -> Request? {
        var run = DryRun { _ in Response() }
        try run.load(outbox.keeping(Resource<Void>(url: url, method: .post, body: body), as: "a"))
        // In another process.
        var later = DryRun { _ in Response() }
        later.store = run.store
        try later.load(outbox.sendingAll)
        return later.requests.first
    }

    @Test func `bytes, JSON, forms and parts in memory are sent as they were submitted`() throws {
        let bodies: [Body?] = [
            nil, .data(Data([0, 255, 10])), .data(Data(), mediaType: nil), .json(["a": 1]), .form(["a": "b c"]),
        ]
        for body in bodies { #expect(try sent(body)?.body == body) }
    }

    @Test func `parts are sent as they were submitted, with the same boundary each time`() throws {
        let folder = DownloadFolder()
        try folder.write(Data("content of a file".utf8), to: "x.txt")
        let file = folder.file.deletingLastPathComponent().appending(path: "x.txt")
        var caption = Body.Part.text("hello", name: "caption")
        caption.headerFields["Content-Language"] = "en"
        let parts = [caption, .data(Data([0, 255]), name: "bytes", fileName: "b.bin"), .file(file, name: "x")]
        let upload = Resource<Void>(url: url, method: .post, body: .multipart(parts))
        var run = DryRun { _ in Response(status: 503) }
        try run.load(outbox.keeping(upload, as: "a"))
        try run.load(outbox.sendingAll)
        let bodies = run.requests.map(\.body)
        #expect(bodies.count == 3 && Set(bodies).count == 1)
        #expect(bodies.first??.parts == parts)
        let text = String(decoding: try #require(bodies.first ?? nil).encoded(), as: UTF8.self)
        let boundary = try #require(text.split(separator: "\r\n").first?.dropFirst(2))
        #expect(boundary.count == 30 && text.contains("content of a file") && text.hasSuffix("--\(boundary)--\r\n"))
        try folder.write(Data("another content!!".utf8), to: "x.txt")
        try run.load(outbox.sendingAll)
        #expect(run.requests.count == 3)
        #expect(try run.load(outbox.item("a"))?.state == .refused("the file x.txt has changed since it was submitted"))
    }

    @Test func `a stream, a missing file and a part with a secret are refused when they are submitted`() throws {
        var secret = Body.Part.text("hello", name: "caption")
        secret.headerFields["Authorization"] = "Bearer t"
        let missing = URL(filePath: "/nowhere/x")
        for (body, kind): (Body, OutboxError.Kind) in [
            (.stream(AsyncStream<Data> { $0.finish() }), .body), (.multipart([secret]), .secret),
            (.file(missing), .refused), (.multipart([.file(missing, name: "x")]), .refused),
        ] {
            let error = #expect(throws: OutboxError.self) { try sent(body) }
            #expect(error?.kind == kind, "\(body)")
        }
    }

    @Test func `a file is sent if it is what it was`() throws {
        let folder = DownloadFolder()
        try folder.write(Data("hello".utf8), to: "file.bin")
        #expect(try sent(.file(folder.file))?.body == .file(folder.file))
        for content in [Data("hullo".utf8), Data("hello!".utf8), nil] {
            try folder.write(Data("hello".utf8), to: "file.bin")
            var run = DryRun { _ in Response() }
            let upload = Resource<Void>(url: url, method: .post, body: .file(folder.file))
            try run.load(outbox.keeping(upload, as: "a"))
            if let content {
                try folder.write(content, to: "file.bin")
            } else {
                try FileManager.default.removeItem(at: folder.file)
            }
            try run.load(outbox.sendingAll)
            #expect(run.requests.isEmpty)
            let state = try #require(try run.load(outbox.item("a"))).state
            let reason = content == nil ? "can't be read" : "has changed since it was submitted"
            #expect(state == .refused("the file file.bin \(reason)"))
            let error = #expect(throws: OutboxError.self) { try run.load(outbox.answer(to: upload, as: "a")) }
            #expect(error?.kind == .refused && error?.message.contains(reason) == true)
        }
    }
}
