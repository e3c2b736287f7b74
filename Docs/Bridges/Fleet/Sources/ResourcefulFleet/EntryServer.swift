package import ResourcefulLoading

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A server that keeps bytes under names.
package protocol EntryServer: Sendable {
    /// Returns the bytes under a name; nil if there are none.
    func bytes(_ name: String) async throws -> [UInt8]?

    /// Sets the bytes under a name, if they are the expected ones; nil means none. In one step.
    func exchange(_ name: String, _ before: [UInt8]?, for after: [UInt8]?) async throws -> Exchange<[UInt8]?>
}

/// A server that keeps entries of caches.
package protocol ResponseServer: Sendable {
    /// Returns the entry under a key; nil if there is none.
    func entry(_ key: CacheKey) async throws -> SharedEntry?

    /// Returns the entry under a key, and the last removal.
    func shelf(_ key: CacheKey) async throws -> Shelf

    /// Sets the entry under a key, if its mark and the last removal are the expected ones; nil means none. In one step.
    func exchange(_ key: CacheKey, _ before: Shelf, for after: SharedEntry?) async throws -> Exchange<Shelf>

    /// Removes the entries under keys, without a removal's date.
    func discard(_ keys: Set<CacheKey>) async throws

    /// Sets the time of the last removal, and then removes entries.
    func remove(_ selection: CacheSelection) async throws
}

/// What came of an exchange.
package enum Exchange<Found: Sendable>: Sendable {
    case done
    /// There is something else.
    case found(Found)
}

/// What a server has under a key.
package struct Shelf: Sendable {
    package let entry: SharedEntry?
    /// The time of the last removal; nil if there was none.
    package let removal: Date?

    /// Creates a shelf.
    package init(entry: SharedEntry?, removal: Date?) { (self.entry, self.removal) = (entry, removal) }
}
