import Foundation
import ResourcefulDisk
import ResourcefulIdentity
import ResourcefulTesting
import TestSupport
import Testing

/// Entries in files of their own.
struct FolderStoreTests {
    private static let api = URL(string: "https://api.example/")!
    private let place = TemporaryFolder()
    private var folder: URL { place.url.appending(path: "deep/store") }

    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 7.25))
    }

    private func store(warning: @escaping @Sendable (String) -> Void = { _ in }) -> FolderStore {
        FolderStore(at: folder, warning: warning)
    }

    private static func content(of folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.map { folder.appending(path: $0) }
    }

    /// The files of the entries.
    private var files: [URL] {
        Self.content(of: folder).flatMap(Self.content(of:)).filter { $0.lastPathComponent != "lock" }
    }

    @Test func `a token and cookies are there after the next start, but not cookies of a session`() async throws {
        let transport = StubTransport { request in
            let path = request.url.path()
            let cookie = path == "/lasting" ? "kept=1; max-age=600; path=/" : "session=2; path=/"
            return Response(
                headerFields: path == "/" ? [:] : ["Set-Cookie": "\(cookie)"],
                body: Data((request.headerFields["Cookie"] ?? "none").utf8))
        }
        func webservice() -> Webservice {
            Webservice(policies: [.cookies()], store: store(), transport: transport)
        }
        func get(_ path: String) -> Resource<String> {
            Resource<String>(text: Request(url: Self.api.appending(path: path)))
        }
        let first = webservice()
        for path in ["lasting", "session"] { _ = try await first.load(get(path)) }
        #expect(try await first.load(get("")) == "kept=1; session=2")
        try await first.load(Plan.signIn(with: Token("t"), for: Self.api))
        let next = webservice()
        #expect(try await next.load(get("")) == "kept=1")
        #expect(try await next.load(Plan<Token?>.token(for: Self.api))?.accessToken == "t")
    }

    @Test func `only this user can read it, and no name stands in a path`() async throws {
        let store = store()
        _ = await store.update("credentials ada") { _ in Self.entry("secret") }
        _ = await store.update(StoreEntry.scratchName("count")) { _ in Self.entry("1") }
        _ = await store.update("circuit") { _ in StoreEntry(data: Data("x".utf8), date: Date(), lastingByteCount: 0) }
        #expect(store.read(StoreEntry.scratchName("count")) == Self.entry("1"))
        #expect(store.read("circuit")?.data == Data("x".utf8))
        let file = try #require(files.first)
        #expect(files.count == 1 && !file.path.contains("ada"))
        for (url, mode) in [(file, 0o600), (file.deletingLastPathComponent(), 0o700), (folder, 0o700)] {
            var status = stat()
            #expect(lstat(url.path, &status) == 0 && Int(status.st_mode) & 0o777 == mode, "\(url.path)")
        }
    }

    @Test func `a file that is damaged anywhere is shown as it is, and moved aside when it is changed`() async throws {
        _ = await store().update("a") { _ in Self.entry("kept") }
        _ = await store().update("b") { _ in Self.entry("other") }
        let file = try #require(files.first { (try? Data(contentsOf: $0))?.contains(UInt8(ascii: "k")) == true })
        let bytes = try Data(contentsOf: file)
        for index in stride(from: 0, to: bytes.count, by: Effort.isReduced ? 7 : 1) {
            var changed = bytes
            changed[index] ^= 1
            for damaged in [changed, bytes.prefix(index)] {
                try damaged.write(to: file)
                #expect(store().read("a")?.data == damaged)
                #expect(await store().update("a") { $0 }?.data == damaged)
                #expect(try Data(contentsOf: file) == damaged)
            }
        }
        try Data("garbage".utf8).write(to: file)
        _ = await store().update("a") { _ in nil }
        #expect(store().read("a") == nil && store().read("b") == Self.entry("other"))
        #expect(try Data(contentsOf: URL(filePath: "\(file.path).damaged")) == Data("garbage".utf8))
    }

    @Test func `where it can't be written, it warns once, says that nothing lasts, and writes it later`() async throws {
        let warnings = Locked<[String]>([])
        let store = store { warning in warnings.withLock { $0.append(warning) } }
        // A file stands in the folder's place.
        try FileManager.default.createDirectory(
            at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: folder)
        for name in ["a", "b", "a"] { _ = await store.update(name) { _ in Self.entry(name) } }
        _ = await store.update("c") { _ in Self.entry("c") }
        _ = await store.update("c") { _ in nil }
        #expect(store.read("a")?.data == Data("a".utf8) && store.read("a")?.lastingByteCount == 0)
        #expect(store.read("c") == nil)
        #expect(warnings.withLock { $0.count } == 1)
        try FileManager.default.removeItem(at: folder)
        _ = await store.update("d") { _ in Self.entry("d") }
        for name in ["a", "b", "d"] {
            #expect(store.read(name) == Self.entry(name) && self.store().read(name) == Self.entry(name))
        }
        #expect(files.count == 3)
    }

    @Test func `what another process has changed meanwhile isn't written over`() async throws {
        let (one, other) = (store(), store())
        _ = await one.update("a") { _ in Self.entry("1") }
        let file = try #require(files.first)
        // No file can be created where a folder is.
        let obstacle = URL(filePath: "\(file.path).new")
        try FileManager.default.createDirectory(
            at: obstacle.appending(path: "inner"), withIntermediateDirectories: true)
        _ = await one.update("a") { _ in Self.entry("2") }
        #expect(one.read("a")?.data == Data("2".utf8) && other.read("a") == Self.entry("1"))
        try FileManager.default.removeItem(at: obstacle)
        _ = await other.update("a") { _ in Self.entry("3") }
        _ = await one.update("b") { _ in Self.entry("b") }
        for store in [one, other, store()] { #expect(store.read("a") == Self.entry("3")) }
    }

    @Test func `an entry that is too large is kept in memory, and the others in their files`() async throws {
        let store = store()
        _ = await store.update("large") { _ in StoreEntry(data: Data(count: 65 << 20), date: Date()) }
        _ = await store.update("a") { _ in Self.entry("a") }
        #expect(store.read("large")?.lastingByteCount == 0 && self.store().read("large") == nil)
        #expect(self.store().read("a") == Self.entry("a"))
    }

    @Test func `all of it can be removed`() async throws {
        let store = store()
        for number in 0..<20 { _ = await store.update("\(number)") { _ in Self.entry("secret") } }
        #expect(files.count == 20)
        await store.removeAll()
        #expect(files.isEmpty && (0..<20).allSatisfy { store.read("\($0)") == nil })
        _ = await store.update("1") { _ in Self.entry("new") }
        #expect(self.store().read("1") == Self.entry("new"))
    }
}
