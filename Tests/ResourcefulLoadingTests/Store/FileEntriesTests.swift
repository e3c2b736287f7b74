import Foundation
import Testing

@testable import ResourcefulLoading

/// What a file keeps of cookies.
struct FileEntriesTests {
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
