import Foundation
import ResourcefulDiagnostics
import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulDisk

/// What another user can change isn't used: by caches, by stores, and for the records of black boxes.
struct OwnershipTests {
    /// What keeps files in a folder.
    enum Keeper: CaseIterable {
        case cache, store, folder, records

        /// Keeps something in a folder, and returns whether it is in a file there.
        func keepsFile(in folder: URL) async throws -> Bool {
            let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
            for name in try names() { try FileManager.default.removeItem(at: folder.appending(path: name)) }
            switch self {
            case .cache:
                let cache = DiskCache(folder: folder, warning: { _ in })
                await cache.update(CacheSample.key(1)) { _ in CacheSample.entry("one") }
                let entry = await cache.entry(for: CacheSample.key(1))
                #expect(try (entry == nil) == names().isEmpty)
            case .store:
                let store = FileStore(at: folder.appending(path: "entries"), warning: { _ in })
                _ = await store.update("credentials a") { _ in StoreEntry(data: Data("t".utf8), date: Date()) }
                #expect(store.read("credentials a")?.data == Data("t".utf8), "it is in memory, in any case")
            case .folder:
                let store = FolderStore(at: folder, warning: { _ in })
                _ = await store.update("credentials a") { _ in StoreEntry(data: Data("t".utf8), date: Date()) }
                #expect(store.read("credentials a")?.data == Data("t".utf8), "it is in memory, in any case")
            case .records:
                let box = BlackBox(folder: folder)
                let webservice = Webservice(
                    observers: [box.observer], transport: StubTransport { _ in Response(status: 500) })
                _ = try? await webservice.load(Resource<Void>(url: URL(string: "https://example.org/1")!))
                #expect(box.records.count == 1, "it is in memory, in any case")
            }
            return try !names().isEmpty
        }
    }

    private let place = TemporaryFolder()

    /// Creates a folder with any permissions for others.
    private func folder(mode: mode_t = 0o700) throws -> URL {
        let folder = place.url.appending(path: "folder")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try #require(chmod(folder.path, mode) == 0)
        return folder
    }

    @Test func `exactly what this user or root owns, and no other user can write to, is used`() {
        let types = [S_IFREG, S_IFDIR, S_IFLNK].map { mode_t($0) }
        for user in [geteuid(), 0, 1, 1_000, geteuid() &+ 1] {
            for mode in 0...mode_t(0o7777) {
                for type in types {
                    var status = stat()
                    (status.st_uid, status.st_mode) = (user, type | mode)
                    let isOpen = type != mode_t(S_IFLNK) && mode & 0o022 != 0
                    let isSafe = (user == geteuid() || user == 0) && !isOpen
                    if (Ownership.problem(status) == nil) != isSafe { Issue.record("\(user) \(mode) \(type)") }
                }
            }
        }
    }

    @Test(arguments: Keeper.allCases)
    func `a folder is used exactly if neither the group nor others can write to it`(keeper: Keeper) async throws {
        for mode in mode_t(0)..<0o100 {
            let isUsed = try await keeper.keepsFile(in: folder(mode: 0o700 | mode))
            #expect(isUsed == (mode & 0o022 == 0), "\(String(mode, radix: 8))")
        }
    }

    @Test(arguments: Keeper.allCases)
    func `a link to a folder is used exactly if the folder is`(keeper: Keeper) async throws {
        let link = place.url.appending(path: "link")
        for mode in [0o700, 0o770, 0o702] as [mode_t] {
            let folder = try folder(mode: mode)
            unlink(link.path)
            try #require(symlink(folder.path, link.path) == 0)
            #expect(try await keeper.keepsFile(in: link) == (mode == 0o700))
        }
    }

    @Test(.enabled("needs the right to give files away", { geteuid() == 0 }), arguments: Keeper.allCases)
    func `neither a folder of another user nor a link of one is used`(keeper: Keeper) async throws {
        let link = place.url.appending(path: "link")
        let folder = try folder()
        try #require(symlink(folder.path, link.path) == 0)
        #expect(try await keeper.keepsFile(in: link))
        try #require(lchown(link.path, 12_345, 12_345) == 0)
        #expect(try await keeper.keepsFile(in: link) == false)
        #expect(try await keeper.keepsFile(in: folder))
        try #require(chown(folder.path, 12_345, 12_345) == 0)
        #expect(try await keeper.keepsFile(in: folder) == false)
    }

    @Test func `an entry that others can write to is a miss, and removed`() async throws {
        let (key, entry) = (CacheSample.key(1), CacheSample.entry("one"))
        for mode in mode_t(0)..<0o100 {
            let cache = DiskCache(folder: place.url, warning: { Issue.record("\($0)") })
            await cache.update(key) { _ in entry }
            try #require(chmod("\(place.path)/\(key.digest)", 0o600 | mode) == 0)
            let isUsed = await cache.entry(for: key) == entry
            #expect(isUsed == (mode & 0o022 == 0), "\(String(mode, radix: 8))")
            #expect(place.entries.isEmpty == !isUsed)
        }
    }

    @Test func `a state that others can write to turns a cache off`() async throws {
        for mode in mode_t(0)..<0o100 {
            let path = "\(place.path)/\(EntryName.state)"
            await DiskCache(folder: place.url).update(CacheSample.key(1)) { _ in CacheSample.entry("one") }
            try #require(chmod(path, 0o600 | mode) == 0)
            let warnings = Counter()
            let cache = DiskCache(folder: place.url, warning: { _ in warnings.add() })
            await cache.update(CacheSample.key(2)) { _ in CacheSample.entry("two") }
            #expect(warnings.value == (mode & 0o022 == 0 ? 0 : 1), "\(String(mode, radix: 8))")
            try #require(chmod(path, 0o600) == 0)
        }
    }

    @Test func `a removal from a folder that isn't safe warns`() async throws {
        let warnings = Counter()
        await DiskCache(folder: try folder(mode: 0o720), warning: { _ in warnings.add() }).remove(.all)
        #expect(warnings.value == 1)
    }
}
