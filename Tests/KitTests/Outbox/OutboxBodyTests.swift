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
        let parts = Body.multipart([.text("hello", name: "greeting")], boundary: "xyz")
        let request = try #require(try sent(parts))
        #expect(request.body?.data == parts.dataInMemory && request.body?.mediaType == parts.mediaType)
    }

    @Test func `a stream and parts in files are refused`() throws {
        let folder = DownloadFolder()
        try folder.write(Data("x".utf8), to: "x.txt")
        let file = folder.file.deletingLastPathComponent().appending(path: "x.txt")
        let bodies: [Body] = [
            .stream(AsyncStream<Data> { $0.finish() }), .multipart([.file(file, name: "x")]),
        ]
        for body in bodies {
            let error = #expect(throws: OutboxError.self) { try sent(body) }
            #expect(error?.kind == .body)
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
