/// Asserts that a store of cached responses keeps the laws that `Policy.cache(in:)` relies on.
///
///     try await assertCacheStore { MemoryCache() }
///     try await assertCacheStore(isShared: true) { DiskCache(folder: folder) }
///
/// A store is tried with every part of an entry, with keys that differ in one byte, with random changes and removals
/// beside a dictionary, with many changes at the same time, and with responses that were requested before a removal and
/// arrive after it. Stores that share their entries must also see what another one has changed and removed, and keep
/// nothing that another one has removed.
///
/// It keeps about 300 KB at the same time, and needs a clock that goes with `Date()`. A store may forget the histories
/// of responses. Which entries it evicts, and how it behaves if its file or server fails, isn't tried.
///
/// - Parameters:
///   - isShared: Whether the stores that `make` makes share their entries, in one folder or on one server.
///   - seed: The seed of the random changes.
///   - fileID: The file of the assertion.
///   - line: The line of the assertion.
///   - make: Makes a store. The first has no entries.
/// - Throws: ``StoreViolation`` with the first law that is broken; the errors of `make`.
public func assertCacheStore<Store: CacheStore>(
    isShared: Bool = false, seed: UInt64 = 0, fileID: String = #fileID, line: Int = #line,
    making make: @escaping @Sendable () async throws -> Store
) async throws {
    try await StoreTrial.run(
        CacheLaws<Store>.all, prefix: "", isShared: isShared, seed: seed,
        place: "\(fileID):\(line)", making: make)
}
