import Foundation
import ResourcefulDisk
import ResourcefulIdentity
import ResourcefulTesting
import TestSupport
import Testing

/// Entries that outlive the program, in a file for one user alone.
struct FileStoreTests {
    private static let api = URL(string: "https://api.example/")!

    /// A file in a folder that is gone afterwards.
    private static func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "deep/entries"))
    }

    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 7.25))
    }

    private static func server(_ set: String) -> StubTransport {
        StubTransport { request in
            Response(
                headerFields: request.url.path() == "/set" ? ["Set-Cookie": "\(set)"] : [:],
                body: Data((request.headerFields["Cookie"] ?? "none").utf8))
        }
    }

    private static func get(_ path: String) -> Resource<String> {
        Resource<String>(text: Request(url: URL(string: "https://api.example/\(path)")!))
    }

    @Test func `a token and cookies are there after the next start, but not cookies of a session`() async throws {
        try await Self.withFile { file in
            let first = Webservice(
                policies: [.cookies()], store: FileStore(at: file),
                transport: Self.server("kept=1; max-age=600; path=/"))
            _ = try await first.load(Self.get("set"))
            let session = Webservice(
                policies: [.cookies()], store: FileStore(at: file), transport: Self.server("session=2; path=/"))
            _ = try await session.load(Self.get("set"))
            #expect(try await session.load(Self.get("")) == "kept=1; session=2")
            try await session.load(Plan.signIn(with: Token("t"), for: Self.api))

            let next = Webservice(policies: [.cookies()], store: FileStore(at: file), transport: Self.server("x=y"))
            #expect(try await next.load(Self.get("")) == "kept=1")
            #expect(try await next.load(Plan<Token?>.token(for: Self.api))?.accessToken == "t")
            #expect(try await first.load(Plan<Token?>.token(for: Self.api))?.accessToken == "t")
        }
    }

    @Test func `a scratch entry ends with the program, unless the store keeps all names`() async throws {
        try await Self.withFile { file in
            let name = StoreEntry.scratchName("count")
            let store = FileStore(at: file)
            _ = await store.update(name) { _ in Self.entry("1") }
            _ = await store.update("kept") { _ in Self.entry("2") }
            #expect(store.read(name) == Self.entry("1"))
            let next = FileStore(at: file)
            #expect(next.read(name) == nil)
            #expect(next.read("kept") == Self.entry("2"))
            let all = FileStore(at: file, keeping: { _ in true })
            _ = await all.update(name) { _ in Self.entry("3") }
            #expect(FileStore(at: file, keeping: { _ in true }).read(name) == Self.entry("3"))
        }
    }

    @Test func `no other user can read it, and nothing else is left`() async throws {
        try await Self.withFile { file in
            let store = FileStore(at: file)
            _ = await store.update("credentials x") { _ in Self.entry("secret") }
            var status = stat()
            #expect(lstat(file.path, &status) == 0 && Int(status.st_mode) & 0o777 == 0o600)
            let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
            #expect(names.sorted() == ["entries", "entries.lock"])
        }
    }

    @Test func `what changes with each load stays in memory`() async throws {
        try await Self.withFile { file in
            let store = FileStore(at: file)
            var entry = Self.entry("open")
            entry.lastingByteCount = 0
            _ = await store.update("circuit api") { [entry] _ in entry }
            #expect(store.read("circuit api") == entry)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `two stores of one file lose nothing of each other`() async throws {
        try await Self.withFile { file in
            let stores = [FileStore(at: file), FileStore(at: file)]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<Effort.rounds(100) {
                    group.addTask {
                        _ = await stores[number % 2].update("credentials all") { entry in
                            Self.entry((entry.map { String(decoding: $0.data, as: UTF8.self) } ?? "") + "\(number);")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let text = String(decoding: stores[0].read("credentials all")?.data ?? Data(), as: UTF8.self)
            #expect(Set(text.split(separator: ";").map { Int($0) ?? -1 }) == Set(0..<Effort.rounds(100)))
            #expect(stores[1].read("credentials all") == stores[0].read("credentials all"))
        }
    }

    @Test func `a file that is damaged anywhere, or cut short, counts as empty`() async throws {
        try await Self.withFile { file in
            let store = FileStore(at: file)
            for name in ["credentials a", "credentials b"] { _ = await store.update(name) { _ in Self.entry(name) } }
            let bytes = try Data(contentsOf: file)
            for index in stride(from: 0, to: bytes.count, by: Effort.isReduced ? 7 : 1) {
                var damaged = bytes
                damaged[index] ^= 1
                try damaged.write(to: file)
                #expect(FileStore(at: file).read("credentials a") == nil)
                try bytes.prefix(index).write(to: file)
                #expect(FileStore(at: file).read("credentials a") == nil)
            }
            try bytes.write(to: file)
            #expect(FileStore(at: file).read("credentials b") == Self.entry("credentials b"))
        }
    }

    @Test func `where it can't be written, it warns once and continues in memory`() async throws {
        try await Self.withFile { file in
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // A folder stands in the file's place.
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            let warnings = Locked<[String]>([])
            let store = FileStore(at: file, warning: { warning in warnings.withLock { $0.append(warning) } })
            for number in 0..<3 { _ = await store.update("credentials x") { _ in Self.entry("\(number)") } }
            let entry = store.read("credentials x")
            #expect(entry?.data == Self.entry("2").data && entry?.lastingByteCount == 0)
            #expect(warnings.withLock { $0.count } == 1)
        }
    }

    @Test func `all of it can be removed`() async throws {
        try await Self.withFile { file in
            let store = FileStore(at: file)
            _ = await store.update("credentials x") { _ in Self.entry("secret") }
            await store.removeAll()
            #expect(store.read("credentials x") == nil && FileStore(at: file).read("credentials x") == nil)
            let bytes = try Data(contentsOf: file)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
        }
    }
}
