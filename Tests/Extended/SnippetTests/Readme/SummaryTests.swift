import Foundation
import Resourceful
import ResourcefulTesting
import Testing

@Suite(.permit) struct SummaryTests {
    let api = URL(string: "https://api.example")!

    @Test func summaryNamesTheNewestRelease() throws {
        var run = DryRun(
            baseURL: api,
            [
                Stub("repos/apple/swift").answers(.json(["description": "Swift"])),
                Stub("repos/apple/swift/releases/latest").answers(.json(["name": "6.3"])),
            ])
        #expect(try run.load(summary(of: "apple/swift")) == "Swift: 6.3")
    }

    @Test func failuresAreRetried() throws {
        let rule = RetryRule(upTo: 3, waits: .constant(.seconds(1)))
        var run = DryRun(baseURL: api, policies: [.retry(rule)]) { _ in Response(status: 503) }
        #expect(throws: LoadError.self) { try run.load(Release.latest(of: "apple/swift")) }
        #expect(run.requests.count == 4)
        #expect(run.elapsed == .seconds(3))
    }
}
