/// Asserts that a store of entries keeps the laws that plans and policies rely on.
///
///     try await assertEntryStore { MemoryStore() }
///     try await assertEntryStore(isShared: true) { FileStore(at: file, keeping: { _ in true }) }
///
/// A store is tried with entries of every size, with dates from all times, with names that differ in one byte, with
/// random changes beside a dictionary, with many changes at the same time, and from canceled tasks. Stores that share
/// their entries must also see what another one has written, lose none of its changes, and find the entries when all
/// others are gone.
///
/// It changes about 1,500 entries, and leaves about 60 in the store. How a store behaves if its file or server fails
/// isn't tried: that is different for each.
///
/// - Parameters:
///   - isShared: Whether the stores that `make` makes share their entries, in one folder or on one server.
///   - prefix: What the names of all entries begin with, for a store that treats some names differently.
///   - seed: The seed of the random changes.
///   - fileID: The file of the assertion.
///   - line: The line of the assertion.
///   - make: Makes a store. The first has no entries.
/// - Throws: ``StoreViolation`` with the first law that is broken; the errors of `make`.
public func assertEntryStore<Store: EntryStore>(
    isShared: Bool = false, prefix: String = "", seed: UInt64 = 0, fileID: String = #fileID, line: Int = #line,
    making make: @escaping @Sendable () async throws -> Store
) async throws {
    try await StoreTrial.run(
        EntryLaws<Store>.all, prefix: prefix, isShared: isShared, seed: seed,
        place: "\(fileID):\(line)", making: make)
}
