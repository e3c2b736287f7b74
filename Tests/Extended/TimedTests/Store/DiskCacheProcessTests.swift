import Foundation
import ResourcefulLoading
import Testing

@testable import ResourcefulDisk

/// Several processes at one folder, and processes that end in the middle. The long runs are asked for by
/// RESOURCEFUL_LONG_TESTS=1.
@Suite(.permit, .blocking) struct DiskCacheProcessTests {
    private static let isLong = ProcessInfo.processInfo.environment["RESOURCEFUL_LONG_TESTS"] == "1"

    /// How many bytes all files have at a moment when nobody works.
    private func expectBound(_ folder: TemporaryFolder, _ capacity: Int) {
        let size = folder.byteCount
        #expect(size <= capacity, "\(folder.names)")
    }

    @Test func `a process that is killed at any moment damages nothing, and leaves nothing behind`() async throws {
        let (folder, capacity) = (TemporaryFolder(), 120_000)
        var numbers = SeededNumbers(seed: .random(in: 0 ... .max))
        var (left, found) = (0, 0)
        for round in 0..<(Self.isLong ? 600 : 8) {
            let writer = try WriterProcess("write", folder.path, "\(capacity)", "\(round)", "60000")
            writer.waitForLine()
            usleep(UInt32.random(in: 0..<4_000, using: &numbers))
            writer.kill()
            #expect(writer.wait().status == -1)
            expectBound(folder, capacity)
            left += folder.names.contains { $0.hasPrefix("tmp-") || $0.hasPrefix("old-") } ? 1 : 0
            let check = try WriterProcess("check", folder.path, "\(capacity)").wait()
            #expect(check.status == 0)
            found += Int(check.output.dropLast()) ?? 0
            // Any change clears away what was left.
            let cache = DiskCache(folder: folder.url, capacity: capacity, warning: { Issue.record("\($0)") })
            await cache.update(CacheKey(url: "https://example.org/next")) { _ in CacheSample.entry("\(round)") }
            #expect(folder.names.allSatisfy { $0.count == 64 || $0 == EntryName.state })
            let (bytes, count) = await (cache.byteCount, cache.count)
            #expect(bytes + 48 == folder.byteCount && count == folder.entries.count)
        }
        if Self.isLong {
            print("killed 600 times, \(left) times in the middle of a write, \(found) entries were found")
        }
        #expect(found > 0 && (left > 0 || !Self.isLong))
    }

    @Test func `what two processes count in one folder is exact`() throws {
        let (folder, times) = (TemporaryFolder(), Self.isLong ? 20_000 : 60)
        let counters = try (0..<2).map { try WriterProcess("count", folder.path, "1000000", "\($0)", "\(times)") }
        for counter in counters { #expect(counter.wait().status == 0) }
        let sums = try WriterProcess("sums", folder.path, "1000000").wait()
        #expect(sums.output == String(repeating: "\(2 * times)\n", count: 4))
        #expect(folder.entries.count == 4 && folder.names.count == 5)
    }

    /// What users have stored under the URLs of the counters: two of these are changed.
    @Test func `two processes that change URLs leave few files, and end what others have stored`() async throws {
        let (folder, times) = (TemporaryFolder(), Self.isLong ? 10_000 : 600)
        let cache = DiskCache(folder: folder.url, warning: { Issue.record("\($0)") })
        let keys = (0..<4).flatMap { counter in
            ["ann", "bob"].map { CacheKey(url: "https://example.org/counter/\(counter)", qualifier: $0) }
        }
        let stored = StoredResponse(response: Response(body: Data("kept".utf8)), requested: Date(), received: Date())
        for key in keys { await cache.update(key) { _ in CacheEntry(responses: [stored]) } }
        let writers = try (0..<2).map { try WriterProcess("change", folder.path, "100000000", "\($0)", "\(times)") }
        for writer in writers { #expect(writer.wait().status == 0) }
        #expect(folder.names.count <= 260, "\(folder.names.count) files")
        for (index, key) in keys.enumerated() {
            let change = await cache.entry(for: CacheKey(url: key.url))?.invalidated ?? .distantPast
            let usable = await cache.entry(for: key)?.responses.filter { $0.requested > change } ?? []
            #expect(usable.count == (index < 4 ? 0 : 1), "\(key)")
            // It was requested before the change, and arrives now.
            await cache.update(key) { before in before ?? CacheEntry(responses: [stored]) }
            let late = await cache.entry(for: key)?.responses.filter { $0.requested > change } ?? []
            #expect(late.count == (index < 4 ? 0 : 1), "\(key)")
        }
        let (bytes, count) = await (cache.byteCount, cache.count)
        #expect(bytes + 48 == folder.byteCount && count == folder.entries.count)
    }

    /// They are stopped wherever they are, in the middle of a write, to see that the bound holds at every moment.
    @Test func `two processes in one folder read only what was written, and stay below the bound`() async throws {
        let (folder, capacity, seconds) = (TemporaryFolder(), 100_000, Self.isLong ? 60 : 0.4)
        let writers = try (1...2).map {
            try WriterProcess("write", folder.path, "\(capacity)", "\($0)", "\(Int(1_000 * seconds))")
        }
        for writer in writers { writer.waitForLine() }
        let end = Date() + seconds - 0.1
        var (stops, temporaries, largest) = (0, 0, 0)
        while Date() < end {
            try await Task.sleep(for: .milliseconds(.random(in: 1...10)))
            for writer in writers { writer.stop() }
            expectBound(folder, capacity)
            (stops, largest) = (stops + 1, max(largest, folder.byteCount))
            temporaries += folder.names.contains { $0.hasPrefix("tmp-") || $0.hasPrefix("old-") } ? 1 : 0
            for writer in writers { writer.resume() }
        }
        for writer in writers { #expect(writer.wait().status == 0) }
        if Self.isLong { print("stopped \(stops) times, \(temporaries) in a write, at most \(largest) bytes") }
        #expect(largest > (Self.isLong ? capacity / 2 : 0))
        #expect(try WriterProcess("check", folder.path, "\(capacity)").wait().status == 0)
    }
}
