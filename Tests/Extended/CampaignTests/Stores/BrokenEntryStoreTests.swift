import ResourcefulLab
import Testing

/// The laws of stores of entries find stores that break them.
@Suite(.permit, .blocking) struct BrokenEntryStoreTests {
    @Test func `a store without a fault keeps all laws`() async throws {
        let shared = SharedEntries()
        try await assertEntryStore(isShared: true) { BrokenEntryStore(nil, shared) }
    }

    @Test(arguments: BrokenEntryStore.Fault.allCases)
    func `each fault is found by the law it breaks`(fault: BrokenEntryStore.Fault) async throws {
        let shared = SharedEntries()
        let violation = try await #require(throws: StoreViolation.self) {
            try await assertEntryStore(isShared: true, fileID: "Tests/Vault.swift", line: 12) {
                BrokenEntryStore(fault, shared)
            }
        }
        #expect(violation.law.contains(fault.law), "\(violation)")
        #expect("\(violation)".hasPrefix("Tests/Vault.swift:12: the store breaks the law \"\(violation.law)\": "))
        #expect(!violation.message.isEmpty)
    }

    @Test func `stores that share nothing needn't keep the laws of those that do`() async throws {
        try await assertEntryStore { BrokenEntryStore(.ownCopy, SharedEntries()) }
        await #expect(throws: StoreViolation.self) { try await assertEntryStore(isShared: true) { MemoryStore() } }
    }

    @Test func `an error of the function that makes the store is thrown`() async {
        struct NoServer: Error {}
        await #expect(throws: NoServer.self) {
            try await assertEntryStore { () throws -> MemoryStore in throw NoServer() }
        }
    }

    @Test func `a fault that only some names have is found with their prefix`() async throws {
        /// Keeps no credentials.
        struct Forgetful: EntryStore {
            let memory = MemoryStore()
            func read(_ name: String) async -> StoreEntry? { memory.read(name) }
            func update(
                _ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
            ) async -> StoreEntry? {
                name.hasPrefix("credentials ") ? nil : memory.update(name, change)
            }
        }
        try await assertEntryStore { Forgetful() }
        await #expect(throws: StoreViolation.self) {
            try await assertEntryStore(prefix: "credentials ") { Forgetful() }
        }
    }

    @Test func `the seed decides the random changes`() async throws {
        /// Remembers the names that are changed.
        struct Witness: EntryStore {
            let memory = MemoryStore()
            let names = Locked<[String]>([])
            func read(_ name: String) async -> StoreEntry? { memory.read(name) }
            func update(
                _ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
            ) async -> StoreEntry? {
                names.withLock { $0.append(name) }
                return memory.update(name, change)
            }
        }
        func changes(_ seed: UInt64) async throws -> [String] {
            let witness = Witness()
            try await assertEntryStore(seed: seed) { witness }
            return witness.names.withLock { $0 }.filter { $0.hasPrefix("law5 ") }
        }
        let (first, same, other) = (try await changes(0), try await changes(0), try await changes(1))
        #expect(first.count > 100 && first == same && first != other)
    }
}
