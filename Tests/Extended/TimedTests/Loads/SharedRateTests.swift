import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.alone) struct SharedRateTests {
    @Test func `webservices that share a store share a rate limit`() async throws {
        let (store, url) = (MemoryStore(), try #require(URL(string: "https://api.example/")))
        let webservices = (0..<8).map { _ in
            Webservice(
                baseURL: url, policies: [.rateLimit(perSecond: 50, burst: 2)], store: store,
                transport: StubTransport { _ in Response() })
        }
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for webservice in webservices {
                group.addTask {
                    for _ in 0..<4 { try await webservice.load(Resource<Void>(url: url, method: .post)) }
                }
            }
            try await group.waitForAll()
        }
        // 32 requests: two at once, and thirty after 20 ms each.
        let taken = ContinuousClock.now - start
        #expect(taken > .milliseconds(590), "\(taken)")
    }
}
