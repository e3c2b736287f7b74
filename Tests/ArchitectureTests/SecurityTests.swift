import Foundation
import Testing

/// The promises of Docs/SECURITY.md.
struct SecurityTests {
    @Test func `each promise names a test that is there`() throws {
        let pages = SourceFile.all(in: "Docs", ending: "SECURITY.md")
        let page = try #require(pages.first { $0.path == "Docs/SECURITY.md" })
        let rows = page.lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| promise") }
        #expect(rows.count >= 30)
        for row in rows {
            let test = row.split(separator: "|").last?.trimmingCharacters(in: [" ", "`"]) ?? ""
            let isThere = StackTests.testNames.contains(test)
            #expect(isThere, "there is no test \(test)")
        }
    }
}
