import Foundation
import ResourcefulDisk
import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulIdentity

/// A file that can't be read or written for a while, that others change, or that isn't what it should be.
@Suite(.permit) struct FileStoreFailureTests {
    private static func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "entries"))
    }

    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 7.25))
    }

    private static func store(at file: URL) -> FileStore { FileStore(at: file, warning: { _ in }) }

    private static func jar(_ cookies: Cookie..., at seconds: Double) -> StoreEntry? {
        CookieJar(cookies).entry(at: Date(timeIntervalSinceReferenceDate: seconds))
    }

    private static func cookies(_ entry: StoreEntry?) -> [String] {
        entry.map { CookieJar($0).cookies.map(\.pair).sorted() } ?? []
    }

    @Test func `what couldn't be written is written later, and nothing of others is lost`() async throws {
        try await Self.withFile { file in
            let (one, other) = (Self.store(at: file), Self.store(at: file))
            _ = await one.update("credentials a") { _ in Self.entry("a1") }
            _ = await one.update("credentials removed") { _ in Self.entry("r") }
            // No file can be created where a folder is.
            let obstacle = URL(filePath: "\(file.path).new/inner")
            try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
            _ = await one.update("credentials b") { _ in Self.entry("b1") }
            _ = await one.update("credentials removed") { _ in nil }
            #expect(one.read("credentials b")?.data == Self.entry("b1").data)
            #expect(one.read("credentials b")?.lastingByteCount == 0 && one.read("credentials removed") == nil)
            #expect(other.read("credentials b") == nil && other.read("credentials removed") != nil)
            try FileManager.default.removeItem(atPath: "\(file.path).new")
            _ = await other.update("credentials a") { _ in Self.entry("a2") }
            _ = await one.update("credentials c") { _ in Self.entry("c1") }
            for store in [one, other, Self.store(at: file)] {
                let found = ["a", "b", "c", "removed"].map { store.read("credentials \($0)") }
                #expect(found == [Self.entry("a2"), Self.entry("b1"), Self.entry("c1"), nil])
            }
        }
    }

    @Test func `what another process has changed meanwhile isn't written over`() async throws {
        try await Self.withFile { file in
            let (one, other) = (Self.store(at: file), Self.store(at: file))
            for name in ["a", "b"] { _ = await one.update("credentials \(name)") { _ in Self.entry("1") } }
            let obstacle = URL(filePath: "\(file.path).new/inner")
            try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
            for name in ["a", "b"] { _ = await one.update("credentials \(name)") { _ in Self.entry("2") } }
            try FileManager.default.removeItem(atPath: "\(file.path).new")
            _ = await other.update("credentials a") { _ in Self.entry("3") }
            _ = await one.update("credentials c") { _ in Self.entry("c") }
            for store in [one, other, Self.store(at: file)] {
                let found = ["a", "b", "c"].map { store.read("credentials \($0)") }
                #expect(found == [Self.entry("3"), Self.entry("2"), Self.entry("c")])
            }
        }
    }

    #if os(Linux)
        @Test func `a failure leaves no descriptor open`() async throws {
            try await Self.withFile { file in
                let store = Self.store(at: file)
                try FileManager.default.createDirectory(
                    at: URL(filePath: "\(file.path).new/inner"), withIntermediateDirectories: true)
                // Other tests open descriptors, too, but none that stay.
                for _ in 0..<2_000 { _ = await store.update("credentials a") { _ in Self.entry("\(UUID())") } }
                #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < 1_500)
            }
        }
    #endif

    @Test func `a file that isn't safe is neither read nor replaced`() async throws {
        try await Self.withFile { file in
            let elsewhere = file.deletingLastPathComponent().appending(path: "elsewhere")
            _ = await Self.store(at: elsewhere).update("credentials a") { _ in Self.entry("secret") }
            let bytes = try Data(contentsOf: elsewhere)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
            let store = Self.store(at: file)
            #expect(store.read("credentials a") == nil)
            _ = await store.update("credentials b") { _ in Self.entry("b") }
            #expect(store.read("credentials b")?.data == Self.entry("b").data)
            #expect(try Data(contentsOf: elsewhere) == bytes)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == elsewhere.path)
        }
    }

    @Test func `a damaged file is moved aside`() async throws {
        try await Self.withFile { file in
            try Data("resourceful entries 2\nof a later version".utf8).write(to: file)
            let store = Self.store(at: file)
            #expect(store.read("credentials a") == nil)
            _ = await store.update("credentials a") { _ in Self.entry("a") }
            #expect(Self.store(at: file).read("credentials a") == Self.entry("a"))
            let aside = try Data(contentsOf: URL(filePath: "\(file.path).damaged"))
            #expect(aside == Data("resourceful entries 2\nof a later version".utf8))
        }
    }

    @Test func `what was removed stays removed, whatever is read meanwhile`() async throws {
        try await Self.withFile { file in
            let store = Self.store(at: file)
            for _ in 0..<Effort.rounds(50) {
                _ = await store.update("credentials a") { _ in Self.entry("a") }
                async let reads: Void = {
                    for _ in 0..<100 { _ = store.read("credentials a") }
                }()
                await store.removeAll()
                await reads
                #expect(store.read("credentials a") == nil && Self.store(at: file).read("credentials a") == nil)
            }
        }
    }

    @Test func `a session cookie of one process takes nothing from the file of another`() async throws {
        try await Self.withFile { file in
            let (one, other) = (Self.store(at: file), Self.store(at: file))
            let session = Cookie("sid", "session", domain: "a.org")
            let lasting = Cookie("sid", "lasting", domain: "a.org", expiry: .distantFuture)
            _ = await one.update("cookies/a.org") { _ in Self.jar(session, at: 1) }
            _ = await other.update("cookies/a.org") { _ in Self.jar(lasting, at: 2) }
            _ = await one.update("credentials x") { _ in Self.entry("x") }
            // The newer one is sent, in both processes.
            for store in [one, other, Self.store(at: file)] {
                #expect(Self.cookies(store.read("cookies/a.org")) == ["sid=lasting"])
            }
            _ = await one.update("cookies/a.org") { _ in Self.jar(session, at: 3) }
            #expect(Self.cookies(one.read("cookies/a.org")) == ["sid=session"])
            #expect(Self.cookies(Self.store(at: file).read("cookies/a.org")) == [])
        }
    }

    @Test(arguments: ["", "account/ada/"]) func `session cookies are found, and their sites aren't written`(
        account: String
    ) async throws {
        try await Self.withFile { file in
            let (one, other) = (Self.store(at: file), Self.store(at: file))
            let (list, site) = ("\(account)cookies", "\(account)cookies/a.org")
            for store in [one, other] {
                _ = await store.update(list) { _ in
                    StoreEntry([("cookies/a.org", false)], date: Date(timeIntervalSinceReferenceDate: 0))
                }
                _ = await store.update(site) { _ in Self.jar(Cookie("s", "1", domain: "a.org"), at: 1) }
            }
            _ = await other.update(site) { _ in nil }
            _ = await other.update(list) { _ in nil }
            #expect(one.read(list)?.data == Data("cookies/a.org".utf8) && other.read(list) == nil)
            let bytes = (try? Data(contentsOf: file)) ?? Data()
            #expect(!String(decoding: bytes, as: UTF8.self).contains("a.org"))
        }
    }

    @Test func `a date that is no number damages nothing`() async throws {
        try await Self.withFile { file in
            let store = Self.store(at: file)
            _ = await store.update("credentials a") { _ in Self.entry("a") }
            _ = await store.update("credentials b") { _ in
                StoreEntry(data: Data("b".utf8), date: Date(timeIntervalSinceReferenceDate: .infinity))
            }
            #expect(Self.store(at: file).read("credentials a") == Self.entry("a"))
        }
    }

    @Test func `another process sees changes, and loses none`() async throws {
        try await Self.withFile { file in
            let store = Self.store(at: file)
            _ = await store.update("credentials count") { _ in Self.entry("0") }
            let path = file.path
            async let there: Void = {
                await #expect(processExitsWith: .success) { [path = path as String] in
                    let store = FileStore(at: URL(filePath: path))
                    for _ in 0..<100 { await FileStoreFailureTests.count(in: store) }
                }
            }()
            for _ in 0..<100 { await Self.count(in: store) }
            await there
            #expect(store.read("credentials count") == Self.entry("200"))
        }
    }

    private static func count(in store: FileStore) async {
        _ = await store.update("credentials count") { entry in
            entry.flatMap { Int(String(decoding: $0.data, as: UTF8.self)) }.map { Self.entry("\($0 + 1)") } ?? entry
        }
    }
}
