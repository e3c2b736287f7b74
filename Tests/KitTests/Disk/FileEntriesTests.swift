import Foundation
import Testing

@testable import ResourcefulDisk

/// What a file keeps if there is more than it has room for.
struct FileEntriesTests {
    private static func entry(_ count: Int, at time: TimeInterval = 0) -> StoreEntry {
        StoreEntry(data: Data(repeating: 0x61, count: count), date: Date(timeIntervalSinceReferenceDate: time))
    }

    @Test(arguments: 0..<40) func `a file that would be too large loses its largest entries alone`(count: Int) {
        var entries = FileEntries()
        _ = entries.change("credentials a") { _ in Self.entry(100) }
        entries.write()
        for number in 0..<count { _ = entries.change("lease \(number)") { _ in Self.entry(1_000 + number) } }
        let limit = 20_000
        entries.fit(limit)
        #expect(EntryList.encoded(entries.content).count <= limit + 64)
        #expect(entries.entry("credentials a") == Self.entry(100))
        let kept = (0..<count).filter { entries.entry("lease \($0)") != nil }
        #expect(kept == Array(0..<kept.count) && (kept.count == count || kept.count >= 15))
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

    @Test func `the use of a site is written once a day`() {
        var entries = FileEntries()
        let jar = CookieJar([Cookie("a", "b", domain: "a.org", expiry: .distantFuture)])
        var written: [Double] = []
        for hour in 0..<72 {
            let date = Date(timeIntervalSinceReferenceDate: Double(hour) * 3_600)
            _ = entries.change("cookies/a.org") { _ in StoreEntry(data: jar.storedBytes, date: date) }
            if !entries.pending.isEmpty { written.append(Double(hour)) }
            entries.write()
        }
        #expect(written == [0, 24, 48])
    }

    @Test func `the list of sites keeps its order, whether their cookies last or not`() {
        var entries = FileEntries()
        let names = ["c", "a", "d", "b"].map { "cookies/\($0).org" }
        for (index, name) in names.enumerated() {
            let cookie = Cookie("a", "b", domain: name, expiry: index.isMultiple(of: 2) ? .distantFuture : nil)
            _ = entries.change(name) { _ in
                StoreEntry(data: CookieJar([cookie]).storedBytes, date: Date(timeIntervalSinceReferenceDate: 0))
            }
        }
        for order in [names, names.reversed()] {
            _ = entries.change("cookies") { _ in StoreEntry.list(order) }
            #expect(StoreEntry.names(in: entries.entry("cookies")) == order)
            #expect(StoreEntry.names(in: entries.content["cookies"]) == order.filter { entries.content[$0] != nil })
        }
    }
}
