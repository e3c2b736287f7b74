import Foundation
import ResourcefulLoading
import Testing

@testable import ResourcefulDisk

/// Folders that can't be used: loads go on, with one warning.
@Suite(.alone, .blocking) struct DiskCacheOffTests {
    private let folder = TemporaryFolder()
    private let key = CacheSample.key(1)
    private let entry = CacheSample.entry("one")

    private func expectOff(_ url: URL, because reason: String) async throws {
        let warnings = ResourcefulLoading.Locked<[String]>([])
        let cache = DiskCache(folder: url, warning: { warning in warnings.withLock { $0.append(warning) } })
        #expect(await cache.entry(for: key) == nil)
        #expect(warnings.withLock { $0 }.isEmpty)
        for _ in 0..<3 {
            await cache.update(key) { _ in entry }
            #expect(await cache.entry(for: key) == nil)
            await cache.remove(.all)
        }
        let (bytes, count) = await (cache.byteCount, cache.count)
        #expect(bytes == 0 && count == 0)
        let warning = warnings.withLock { $0 }
        #expect(warning.count == 1 && warning[0].contains(reason), "\(warning)")
    }

    @Test func `a file in the place of the folder, or of one above it`() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try folder.write(Data(), to: "file")
        try await expectOff(folder.url.appending(path: "file"), because: "Not a directory")
        try await expectOff(folder.url.appending(path: "file/cache"), because: "Not a directory")
    }

    @Test func `a folder that can't be made`() async throws {
        try await expectOff(URL(filePath: "/dev/null/cache"), because: "/dev/null/cache")
        try await expectOff(
            URL(filePath: "/tmp/\(String(repeating: "n", count: 300))/cache"), because: "File name too long")
    }

    @Test func `a folder that every user can write to is not believed`() async throws {
        let cache = DiskCache(folder: folder.url, warning: { Issue.record("\($0)") })
        await cache.update(key) { _ in entry }
        try #require(chmod(folder.path, 0o777) == 0)
        let warnings = ResourcefulLoading.Locked<[String]>([])
        let other = DiskCache(folder: folder.url, warning: { warning in warnings.withLock { $0.append(warning) } })
        #expect(await other.entry(for: key) == nil)
        await other.update(key) { _ in entry }
        await other.remove(.all)
        #expect(warnings.withLock { $0 }.count == 1 && warnings.withLock { $0[0].contains("other users can write") })
        #expect(folder.entries.count == 1, "nothing of it is touched")
        try #require(chmod(folder.path, 0o700) == 0)
        #expect(await cache.entry(for: key) == entry)
    }

    @Test(.enabled("needs the right to give files away", { geteuid() == 0 }))
    func `a folder or a file of another user is not believed`() async throws {
        let cache = DiskCache(folder: folder.url, warning: { Issue.record("\($0)") })
        await cache.update(key) { _ in entry }
        try #require(chown("\(folder.path)/\(key.digest)", 12_345, 12_345) == 0)
        #expect(await cache.entry(for: key) == nil)
        #expect(folder.entries.isEmpty, "it is removed")

        await cache.update(key) { _ in entry }
        // As root, `other` runs for a user that the folder does not belong to.
        try #require(chown(folder.path, 12_345, 12_345) == 0)
        let warnings = ResourcefulLoading.Locked<[String]>([])
        let other = DiskCache(folder: folder.url, warning: { warning in warnings.withLock { $0.append(warning) } })
        #expect(await other.entry(for: key) == nil)
        #expect(warnings.withLock { $0 }.first?.contains("belongs to another user") == true)
    }

    @Test func `a folder or a link in the place of the state file`() async throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: EntryName.state), withIntermediateDirectories: true)
        try await expectOff(folder.url, because: "Is a directory")
        try FileManager.default.removeItem(at: folder.url.appending(path: EntryName.state))
        try #require(symlink("/etc/passwd", "\(folder.path)/\(EntryName.state)") == 0)
        try await expectOff(folder.url, because: "symbolic links")
    }

    /// The limit of the size of files stands for a full disk: the state can still be written, an entry can't.
    @Test func `what can't be written is not found as it was before, not by others either`() async throws {
        let program = try WriterProcess("limited", folder.path, "1000000").wait()
        #expect(program.status == 0)
        #expect(program.output == "found before: true, found after: false, warnings: 1\n")
        #expect(folder.entries.count == 3 && folder.names.count == 4)
        let cache = DiskCache(folder: folder.url, warning: { Issue.record("\($0)") })
        #expect(await cache.entry(for: CacheKey(url: "https://example.org/counter/0")) == nil)
        #expect(await cache.entry(for: CacheKey(url: "https://example.org/counter/1")) != nil)
        let (bytes, count) = await (cache.byteCount, cache.count)
        #expect(count == 3 && bytes + 48 == folder.byteCount)
    }

    @Test func `a change waits for others, but not for ever`() async throws {
        let isLong = ProcessInfo.processInfo.environment["RESOURCEFUL_LONG_TESTS"] == "1"
        let warnings = ResourcefulLoading.Locked(0)
        let cache = DiskCache(folder: folder.url, warning: { _ in warnings.withLock { $0 += 1 } })
        await cache.update(key) { _ in entry }
        let descriptor = open("\(folder.path)/\(EntryName.state)", O_RDWR | O_CLOEXEC)
        try #require(flock(descriptor, LOCK_EX) == 0)
        let start = ContinuousClock.now
        async let changing: Void = cache.update(key) { _ in CacheSample.entry("two") }
        try await Task.sleep(for: .milliseconds(60))
        #expect(await cache.entry(for: key) == entry)
        if isLong { await changing }
        close(descriptor)
        await changing
        #expect(ContinuousClock.now - start < .seconds(isLong ? 15 : 8))
        #expect(await cache.entry(for: key) == (isLong ? nil : CacheSample.entry("two")))
        #expect(warnings.withLock { $0 } == (isLong ? 1 : 0))
    }

    @Test func `the user's folder of caches`() {
        let path = DiskCache.standard(named: "org.example.cache").folder.path(percentEncoded: false)
        #expect(path.hasSuffix("/org.example.cache/") && (path.contains("ache") && path.hasPrefix("/")), "\(path)")
    }
}
