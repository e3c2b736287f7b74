import Foundation
import ResourcefulTesting
import Testing

@testable import ResourcefulDisk
@testable import ResourcefulIdentity

/// What a file keeps of cookies.
struct CookieFileTests {
    @Test func `the use of a site is written once a day`() throws {
        let expiry = try #require(HTTPDate.text(of: DryRun { _ in Response() }.start.addingTimeInterval(8_640_000)))
        var run = DryRun(policies: [.cookies()]) { _ in
            Response(headerFields: ["Set-Cookie": "a=b; path=/; expires=\(expiry)"])
        }
        let resource = Resource<String>(text: Request(url: URL(string: "https://a.org/")!))
        var entries = FileEntries()
        var written: [Int] = []
        for hour in 0..<72 {
            _ = try run.load(hour == 0 ? resource.plan : Plan.wait(for: .seconds(3_600)).flatMap { resource.plan })
            _ = entries.change("cookies/a.org") { _ in run.store["cookies/a.org"] }
            if !entries.pending.isEmpty { written.append(hour) }
            entries.write()
        }
        #expect(written == [0, 24, 48])
    }

    @Test func `the list of sites keeps its order, whether their cookies last or not`() throws {
        var entries = FileEntries()
        let names = ["c", "a", "d", "b"].map { "cookies/\($0).org" }
        let lasting: Set = [names[0], names[2]]
        for order in [names, names.reversed()] {
            let list = StoreEntry(order.map { ($0, lasting.contains($0)) }, date: .distantPast)
            _ = entries.change("cookies") { _ in list }
            #expect(CookieSites(entries.entry("cookies")).names == order)
            #expect(CookieSites(entries.content["cookies"]).names == order.filter(lasting.contains))
        }
    }

    @Test func `a session cookie keeps its place among those that last, until another program sets it`() throws {
        var entries = FileEntries()
        let cookies = ["s1", "l1", "s2", "l2"].map {
            Cookie($0, "v", domain: "a.org", expiry: $0.hasPrefix("l") ? .distantFuture : nil)
        }
        _ = entries.change("cookies/a.org") { _ in CookieJar(cookies).entry(at: .distantPast) }
        entries.write()
        #expect(entries.entry("cookies/a.org").map { CookieJar($0).cookies } == cookies)
        let theirs = Cookie("s1", "theirs", domain: "a.org", expiry: .distantFuture)
        let jar = CookieJar([cookies[1], cookies[3], theirs])
        let theirEntry = try #require(jar.entry(at: .distantPast))
        entries.read(["cookies/a.org": theirEntry])
        let found = try #require(entries.entry("cookies/a.org").map { CookieJar($0).cookies })
        #expect(found.map(\.name).sorted() == ["l1", "l2", "s1", "s2"])
        #expect(found.first { $0.name == "s1" }?.value == "theirs")
    }
}
