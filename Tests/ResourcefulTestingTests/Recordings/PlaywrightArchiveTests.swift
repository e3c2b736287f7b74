import Foundation
import ResourcefulTesting
import Testing

/// Archives whose bodies are in files beside them, as Playwright writes them.
struct PlaywrightArchiveTests {
    /// A folder with an archive, gone when it is no longer used.
    private final class Folder {
        let url = URL(filePath: "/tmp/resourceful-playwright-\(UInt64.random(in: 0 ... .max))/archive")
        var outside: URL { url.deletingLastPathComponent() }

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        /// The recording of an exchange whose content is in a file.
        func recording(_ file: String, posting posted: String? = nil) throws -> Recording {
            let text = """
                {"log":{"entries":[{"request":{"method":"POST","url":"https://example.org/","bodySize":-1,"postData":\
                {"mimeType":"application/json","_file":"\(posted ?? file)"}},"response":{"status":200,"bodySize":-1,\
                "content":{"size":-1,"mimeType":"application/json","_file":"\(file)"}}}]}}
                """
            let archive = url.appending(path: "session.har")
            try Data(text.utf8).write(to: archive)
            return try Recording(contentsOf: archive)
        }

        deinit { try? FileManager.default.removeItem(at: outside) }
    }

    @Test(arguments: ["8f14e45f.json", "resources/8f14e45f.json", "./a b%20ü.json"])
    func `they are read`(name: String) async throws {
        let folder = try Folder()
        let file = folder.url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("[1,2]".utf8).write(to: file)
        let recording = try folder.recording(name)
        #expect(recording.skipped.isEmpty)
        let exchange = try #require(recording.exchanges.first)
        #expect(exchange.request.body == .data(Data("[1,2]".utf8), mediaType: .json))
        let asked = Request(url: exchange.request.url, method: .post, body: .json([1, 2]))
        #expect(try await StubTransport(replaying: recording).send(asked).body == Data("[1,2]".utf8))
        // Written again, the content is in the archive.
        #expect(try Recording(parsing: recording.har).exchanges == recording.exchanges)
    }

    @Test func `a file that isn't there is named, and its exchange has an error`() throws {
        let recording = try Folder().recording("gone.json")
        #expect(recording.skipped.map { $0.hasSuffix(#"has no file "gone.json""#) } == [true, true])
        let asked = Request(url: URL(string: "https://example.org/")!, method: .post, body: .json([1]))
        let error = #expect(throws: LoadError.self) { try Replay(recording).response(to: asked) }
        let text = error?.description ?? ""
        #expect(text.contains("the content was left out") && text.contains("see Recording.skipped"), "\(text)")
        // What was posted is unknown: any content fits, but none.
        let empty = #expect(throws: LoadError.self) {
            try Replay(recording).response(to: Request(url: asked.url, method: .post))
        }
        #expect(empty?.description.contains("asked for no body") == true)
    }

    @Test func `no file elsewhere is read, however it is named`() throws {
        let folder = try Folder()
        let secret = folder.outside.appending(path: "secret.json")
        try Data("[7]".utf8).write(to: secret)
        let manager = FileManager.default
        try manager.createSymbolicLink(at: folder.url.appending(path: "link.json"), withDestinationURL: secret)
        try manager.createSymbolicLink(at: folder.url.appending(path: "up"), withDestinationURL: folder.outside)
        try manager.createDirectory(
            at: URL(filePath: "\(folder.url.path)-more"), withIntermediateDirectories: true)
        try Data("[7]".utf8).write(to: URL(filePath: "\(folder.url.path)-more/secret.json"))
        for name in [
            "../secret.json", "a/../../secret.json", "./../secret.json", secret.path, "/\(secret.path)", "/etc/passwd",
            "link.json", "up/secret.json", "%2e%2e/secret.json", "..", ".", "", "/", "../archive-more/secret.json",
            "file://\(secret.path)", "..\\\\secret.json",
        ] {
            let recording = try folder.recording(name)
            let exchange = try #require(recording.exchanges.first)
            #expect(exchange.response?.body == Data() && exchange.request.body?.data == Data(), "\(name)")
            #expect(!String(decoding: recording.har, as: UTF8.self).contains("[7]"), "\(name)")
        }
    }

    @Test func `without a folder no file is read`() throws {
        let text = """
            {"log":{"entries":[{"request":{"method":"GET","url":"https://example.org/"},"response":{"status":200,\
            "content":{"size":-1,"_file":"/etc/passwd"}}}]}}
            """
        let recording = try Recording(parsing: Data(text.utf8))
        #expect(recording.exchanges.first?.outcome == .withoutContent(Response(), size: -1))
        #expect(recording.skipped.count == 1)
    }
}
