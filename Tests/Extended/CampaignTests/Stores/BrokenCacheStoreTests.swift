import ResourcefulLab
import Testing

/// The laws of stores of cached responses find stores that break them.
@Suite(.permit, .blocking) struct BrokenCacheStoreTests {
    @Test func `a store without a fault keeps all laws`() async throws {
        let shared = SharedResponses()
        try await assertCacheStore(isShared: true) { BrokenCacheStore(nil, shared) }
    }

    @Test(arguments: BrokenCacheStore.Fault.allCases)
    func `each fault is found by the law it breaks`(fault: BrokenCacheStore.Fault) async throws {
        let shared = SharedResponses()
        let violation = try await #require(throws: StoreViolation.self) {
            try await assertCacheStore(isShared: true) { BrokenCacheStore(fault, shared) }
        }
        #expect(violation.law.contains(fault.law), "\(violation)")
        #expect(!violation.message.isEmpty)
    }

    @Test func `stores that share nothing needn't keep the laws of those that do`() async throws {
        await #expect(throws: StoreViolation.self) { try await assertCacheStore(isShared: true) { MemoryCache() } }
    }
}
