import ResourcefulDisk
import ResourcefulIdentity
import ResourcefulResilience
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a store in memory keeps of any number of origins.
struct MemoryStoreTests {
    private static let entry = StoreEntry(
        data: Data([1]), date: Date(timeIntervalSinceReferenceDate: 0), lastingByteCount: 0)

    /// The names of the entries that policies have for an origin.
    private static func names() -> [String] {
        let policies: [Policy] = [
            .retry(upTo: 1), .failover(among: [URL(string: "https://other.org")!]), .circuitBreaker(after: 2),
            .rateLimit(perSecond: 1), .limit(atOnce: 1), .serverClock(), .strictTransportSecurity(),
            .hedging(after: .seconds(1)),
        ]
        var run = DryRun(policies: policies) { _ in
            Response(
                status: 503,
                headerFields: [
                    "Date": "Sun, 09 Sep 2001 01:46:40 GMT", "Strict-Transport-Security": "max-age=60",
                ])
        }
        _ = try? run.load(Plan.send(Request(url: Sample.url)))
        return run.store.keys.filter { $0.contains("example.org") }.sorted()
    }

    @Test func `what policies keep of each origin is known to be so`() {
        let names = Self.names()
        #expect(names.count == 4)
        for name in names + names.map({ AccountEntry.name($0, of: "alice") }) {
            #expect(StoreEntry.isScratchName(name), "\(name)")
        }
        for name in ["settings", "cookies/example.org", "credentials https://example.org:443"] {
            #expect(!StoreEntry.isScratchName(name), "\(name)")
        }
    }

    @Test(arguments: ["~circuit ", "~rate 1.0/1 ", "account/alice/~circuit "])
    func `of any number of origins those that were used last are kept`(beginning: String) async {
        let stores: [any EntryStore] = [MemoryStore(), FileStore(at: URL(filePath: "/nowhere/entries"))]
        for store in stores {
            _ = await store.update("settings") { _ in Self.entry }
            for number in 0..<21_000 {
                let before = await store.update("\(beginning)\(number)") { _ in Self.entry }
                if before != nil { Issue.record("\(number) was there") }
                guard number % 5_000 == 4_999 else { continue }
                // A change and a look are uses.
                if await store.update("\(beginning)1", { $0 }) == nil { Issue.record("1 is lost at \(number)") }
                if await store.read("\(beginning)2") == nil { Issue.record("2 is lost at \(number)") }
            }
            for number in 11_002..<21_000 {
                if await store.read("\(beginning)\(number)") == nil { Issue.record("\(number) is lost") }
            }
            #expect(await store.read("\(beginning)0") == nil)
            #expect(await store.read("settings") == Self.entry)
        }
    }

    @Test func `of origins that aren't used at most twenty thousand are kept`() async {
        let store = MemoryStore()
        for number in 0..<45_000 { _ = store.update("~\(number)") { _ in Self.entry } }
        #expect((0..<25_000).allSatisfy { store.read("~\($0)") == nil })
    }

    @Test func `what is removed stays so, whether it was used lately or not`() {
        for count in [0, 9_999, 10_000, 19_998] {
            let store = MemoryStore()
            _ = store.update("~a") { _ in Self.entry }
            for number in 0..<count { _ = store.update("~\(number)") { _ in Self.entry } }
            #expect(store.update("~a") { _ in nil } == Self.entry, "\(count)")
            #expect(store.read("~a") == nil, "\(count)")
        }
    }
}
