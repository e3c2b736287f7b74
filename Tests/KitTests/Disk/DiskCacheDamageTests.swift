import Foundation
import ResourcefulLoading
import Testing

@testable import ResourcefulDisk

/// What is in the folder and is not as it was written.
struct DiskCacheDamageTests {
    private let folder = TemporaryFolder()
    private let key = CacheSample.key(1)
    private let entry = CacheSample.entry("one", count: 300)
    private var name: String { key.digest }

    private func cache() -> DiskCache { DiskCache(folder: folder.url, warning: { Issue.record("\($0)") }) }

    /// A cache that has an entry, after something was done to its file.
    private func damaged(_ damage: (_ path: String) throws -> Void) async throws -> DiskCache {
        let cache = cache()
        await cache.update(key) { _ in entry }
        #expect(await cache.entry(for: key) == entry)
        try damage("\(folder.path)/\(name)")
        return cache
    }

    private func expectMiss(_ cache: DiskCache) async {
        #expect(await cache.entry(for: key) == nil)
        #expect(folder.entries.isEmpty)
        let count = await cache.count
        #expect(count == 0)
        await cache.update(key) { before in
            #expect(before == nil)
            return entry
        }
        #expect(await cache.entry(for: key) == entry)
    }

    @Test func `a file of any other length is a miss, and removed`() async throws {
        let bytes = EntryFormat.encoded(entry, key: key)
        for count in [0, 1, 23, 24, 25, bytes.count / 2, bytes.count - 1, bytes.count + 1] {
            let cache = try await damaged { _ in
                try folder.write(Data((bytes + [0])[..<count]), to: name)
            }
            await expectMiss(cache)
        }
    }

    @Test func `a changed byte is a miss, and the file is removed`() async throws {
        var numbers = SeededNumbers(seed: 7)
        let bytes = EntryFormat.encoded(entry, key: key)
        for place in [0, 8, 12, 16] + (0..<30).map({ _ in Int.random(in: 0..<bytes.count, using: &numbers) }) {
            let cache = try await damaged { _ in
                var bytes = bytes
                bytes[place] ^= UInt8.random(in: 1...255, using: &numbers)
                try folder.write(Data(bytes), to: name)
            }
            await expectMiss(cache)
        }
    }

    @Test func `a file of the same name and another key is a miss, and removed`() async throws {
        let cache = try await damaged { _ in
            try folder.write(Data(EntryFormat.encoded(entry, key: CacheSample.key(2))), to: name)
        }
        await expectMiss(cache)
    }

    @Test func `a symbolic link is not followed, and removed, and what it leads to is left alone`() async throws {
        let elsewhere = TemporaryFolder()
        try FileManager.default.createDirectory(at: elsewhere.url, withIntermediateDirectories: true)
        try elsewhere.write(Data(EntryFormat.encoded(entry, key: key)), to: "entry")
        let cache = try await damaged { path in
            unlink(path)
            try #require(symlink("\(elsewhere.path)/entry", path) == 0)
        }
        await expectMiss(cache)
        #expect(elsewhere.names == ["entry"])
    }

    @Test func `a pipe is a miss, is removed, and delays no load`() async throws {
        let cache = try await damaged { path in
            unlink(path)
            try #require(mkfifo(path, 0o600) == 0)
        }
        await expectMiss(cache)
    }

    @Test func `a folder of that name is a miss, and left alone`() async throws {
        let cache = try await damaged { path in
            unlink(path)
            try #require(mkdir(path, 0o700) == 0)
        }
        #expect(await cache.entry(for: key) == nil)
        await cache.update(key) { _ in entry }
        #expect(await cache.entry(for: key) == nil)
        await cache.update(CacheSample.key(2)) { _ in entry }
        #expect(await cache.entry(for: CacheSample.key(2)) == entry)
        await cache.remove(.all)
        #expect(folder.names == [name, EntryName.state].sorted())
    }

    @Test func `files that are not ours are left alone, and do not count`() async throws {
        let cache = cache()
        await cache.update(key) { _ in entry }
        let long = ["g", "`", ":", "A", "."].map { String(repeating: $0, count: 64) }
        let foreign = ["notes.txt", "tmp-notes", "tmp-1-2-3", "old-notes", ".hidden"] + long
        for name in foreign { try folder.write(Data(count: 5_000), to: name) }
        await cache.update(CacheSample.key(2)) { _ in entry }
        await cache.remove(.all)
        #expect(Set(folder.names) == Set(foreign + [EntryName.state]))
        let bytes = await cache.byteCount
        #expect(bytes == 0)
    }

    @Test func `a state that is older than the entries is counted again when it shows`() async throws {
        // As after a power failure, or when a backup was restored.
        for change in ["remove all", "remove one", "a smaller entry", "a file that grew"] {
            let folder = TemporaryFolder()
            let cache = DiskCache(folder: folder.url, warning: { Issue.record("\($0)") })
            await cache.update(key) { _ in CacheSample.entry() }
            await cache.update(key) { _ in nil }
            let before = try folder.bytes(EntryName.state)
            await cache.update(key) { _ in entry }
            if change != "a file that grew" { try folder.write(before, to: EntryName.state) }
            switch change {
            case "remove all": await cache.remove(.all)
            case "remove one": await cache.update(key) { _ in nil }
            case "a smaller entry": await cache.update(key) { _ in CacheSample.entry("1") }
            default:
                try folder.write(try folder.bytes(name) + [0], to: name)
                await cache.update(key) { _ in nil }
            }
            let (bytes, count) = await (cache.byteCount, cache.count)
            let files = try folder.entries.map { try folder.bytes($0).count }
            #expect(count == files.count && bytes == files.reduce(0, +), "\(change): \(count), \(bytes)")
        }
    }

    @Test func `whatever is in the state file, it is counted again`() async throws {
        let cache = cache()
        for number in 0..<5 { await cache.update(CacheSample.key(number)) { _ in entry } }
        let good = try folder.bytes(EntryName.state)
        var dirty = FolderState()
        dirty.isDirty = true
        var damaged = good
        damaged[9] ^= 1
        for bytes in [Data(), Data(count: 48), good + [0], good.dropLast(), damaged, Data(dirty.encoded)] {
            try folder.write(bytes, to: EntryName.state)
            try folder.write(Data(count: 100), to: "tmp-12-ab")
            let (size, count) = await (cache.byteCount, cache.count)
            #expect(count == 5 && size + 48 == folder.byteCount && !folder.names.contains("tmp-12-ab"))
        }
        // What a damaged state has forgotten may have been a removal just now.
        try folder.write(damaged, to: EntryName.state)
        await cache.update(key) { _ in CacheSample.entry("two", at: 5) }
        #expect(await cache.entry(for: key) == nil)
    }

    @Test func `an entry whose process was killed while it was replaced is still there`() async throws {
        let cache = try await damaged { path in
            try #require(rename(path, "\(folder.path)/old-\(name)") == 0)
            var dirty = FolderState()
            dirty.isDirty = true
            try folder.write(Data(dirty.encoded), to: EntryName.state)
        }
        #expect(await cache.entry(for: key) == entry && folder.entries.isEmpty)
        let count = await cache.count
        #expect(await cache.entry(for: key) == entry)
        #expect(count == 1 && folder.names == [name, EntryName.state].sorted())
        // Had the new one come, the old one goes.
        try folder.write(Data(count: 10), to: "old-\(name)")
        var dirty = FolderState()
        dirty.isDirty = true
        try folder.write(Data(dirty.encoded), to: EntryName.state)
        let bytes = await cache.byteCount
        #expect(bytes + 48 == folder.byteCount && folder.names == [name, EntryName.state].sorted())
    }

    @Test func `a folder that goes away is made again`() async throws {
        let cache = try await damaged { _ in try FileManager.default.removeItem(at: folder.url) }
        await expectMiss(cache)
    }

    @Test func `files and folders are for the user alone`() async throws {
        let inner = folder.url.appending(path: "a/b")
        let cache = DiskCache(folder: inner, warning: { Issue.record("\($0)") })
        await cache.update(key) { _ in entry }
        for (path, mode) in [
            ("", 0o700), ("a", 0o700), ("a/b", 0o700), ("a/b/\(EntryName.state)", 0o600), ("a/b/\(name)", 0o600),
        ] {
            var status = stat()
            try #require(stat("\(folder.path)/\(path)", &status) == 0)
            #expect(Int(status.st_mode) & 0o777 == mode, "\(path)")
        }
    }

    @Test func `what the server forbids to store is in no file of the folder`() async throws {
        let (cache, secret) = (cache(), "correct horse battery staple")
        for number in 0..<20 {
            await cache.update(CacheSample.key(number)) { _ in
                let secret = CacheSample.response("\(secret) \(number)", at: 2, isVolatile: true)
                return CacheEntry(
                    responses: number % 2 == 0 ? [secret] : [secret, CacheSample.response("kept", at: 1)])
            }
        }
        #expect(folder.entries.count == 10)
        for name in folder.names {
            let bytes = try folder.bytes(name)
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
            #expect(name == EntryName.state || bytes.range(of: Data("kept".utf8)) != nil)
        }
        #expect(await cache.entry(for: CacheSample.key(1))?.responses == [CacheSample.response("kept", at: 1)])
    }
}
