import Foundation
import Testing

@testable import ResourcefulDisk

/// What a file keeps of entries, and if there is more than it has room for.
struct FileEntriesTests {
    private static func entry(_ count: Int, at time: TimeInterval = 0) -> StoreEntry {
        StoreEntry(data: Data(repeating: 0x61, count: count), date: Date(timeIntervalSinceReferenceDate: time))
    }

    @Test func `a file that would be too large loses its largest entries alone`() {
        for count in 0..<40 {
            var entries = FileEntries()
            _ = entries.change("credentials a") { _ in Self.entry(100) }
            entries.write()
            for number in 0..<count { _ = entries.change("lease \(number)") { _ in Self.entry(1_000 + number) } }
            let limit = 20_000
            entries.fit(limit)
            #expect(EntryList.encoded(entries.content).count <= limit + 64, "\(count)")
            #expect(entries.entry("credentials a") == Self.entry(100), "\(count)")
            let kept = (0..<count).filter { entries.entry("lease \($0)") != nil }
            #expect(kept == Array(0..<kept.count) && (kept.count == count || kept.count >= 15), "\(count)")
        }
    }

    @Test func `a token is kept when something else fills the file`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "entries")
        let store = FileStore(at: file)
        _ = await store.update("credentials a") { _ in Self.entry(1) }
        _ = await store.update("lease large") { _ in StoreEntry(data: Data(count: 65 << 20), date: Date()) }
        _ = await store.update("credentials b") { _ in Self.entry(2) }
        let next = FileStore(at: file)
        #expect(next.read("credentials a") == Self.entry(1) && next.read("credentials b") == Self.entry(2))
        #expect(store.read("lease large") == nil)
    }

    @Test func `what ends with the program isn't written, whatever its place in an entry`() {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        for (count, written) in [(nil, "abc"), (3, "abc"), (9, "abc"), (2, "ab"), (0, nil), (-1, nil)]
            as [(Int?, String?)]
        {
            var entries = FileEntries()
            let entry = StoreEntry(data: Data("abc".utf8), date: date, lastingByteCount: count)
            _ = entries.change("a") { _ in entry }
            #expect(entries.content["a"]?.data == written.map { Data($0.utf8) })
            #expect(entries.entry("a")?.data == entry.data)
            entries.write()
            #expect(entries.change("a") { _ in nil }?.data == entry.data)
            #expect(entries.entry("a") == nil && entries.content["a"] == nil)
        }
    }

    @Test func `the bytes that last are those of the file, and the others follow them`() {
        let date = { (seconds: Double) in Date(timeIntervalSinceReferenceDate: seconds) }
        var entries = FileEntries()
        _ = entries.change("a") { _ in StoreEntry(data: Data("ab".utf8), date: date(5), lastingByteCount: 1) }
        entries.write()
        for (other, at) in [("", 9), ("xy", 1), ("z", 7)] as [(String, Double)] {
            entries.read(other.isEmpty ? [:] : ["a": StoreEntry(data: Data(other.utf8), date: date(at))])
            let entry = StoreEntry(
                data: Data("\(other)b".utf8), date: date(other.isEmpty ? 5 : max(at, 5)),
                lastingByteCount: other.utf8.count)
            #expect(entries.entry("a") == entry)
        }
    }

    @Test func `a change of what ends with the program leaves the file alone`() {
        var entries = FileEntries()
        let entry = { (text: String, seconds: Double) in
            StoreEntry(
                data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: seconds), lastingByteCount: 1)
        }
        #expect(entries.changeInMemory("a") { _ in entry("ab", 0) } == .none)
        _ = entries.change("a") { _ in entry("ab", 0) }
        entries.write()
        #expect(entries.changeInMemory("a") { _ in entry("ac", 1) } == .some(entry("ab", 0)))
        #expect(entries.entry("a") == entry("ac", 1) && entries.pending.isEmpty)
        #expect(entries.changeInMemory("a") { _ in entry("bc", 1) } == .none)
        #expect(entries.entry("a") == entry("ac", 1))
    }
}
