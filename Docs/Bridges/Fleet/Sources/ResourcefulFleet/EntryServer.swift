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

    /// Lets the life of what is under a name begin again, if there is something.
    func touch(_ name: String) async throws

    /// Throws unless the server answers.
    func probe() async throws

    /// Ends what is connected. Nothing is sent afterwards.
    func close() async
}

/// A server that keeps entries of caches.
package protocol ResponseServer: Sendable {
    /// Returns the entries under names, and the last removal, with one command.
    func shelves(_ names: [ResponseName]) async throws -> [Shelf]

    /// Sets the entry under a name, if its mark and the last removal are the expected ones; nil means none. In one
    /// step. The entry may be dropped when its life is over.
    func exchange(
        _ name: ResponseName, _ before: Shelf, for after: SharedEntry?, life: Duration
    ) async throws -> Exchange<Shelf>

    /// Removes the entries under names, without a removal's date.
    func discard(_ names: [ResponseName]) async throws

    /// Sets the time of the last removal, and then removes entries: all that one of the selections contains.
    func remove(_ selections: Set<CacheSelection>) async throws

    /// Throws unless the server answers.
    func probe() async throws

    /// Ends what is connected. Nothing is sent afterwards.
    func close() async
}

/// What came of an exchange.
package enum Exchange<Found: Sendable>: Sendable {
    case done
    /// There is something else; or the same, if another process is about to change it.
    case found(Found)
}

/// What a server has under a name.
package struct Shelf: Sendable {
    package let entry: SharedEntry?
    /// The time of the last removal; nil if there was none.
    package let removal: Date?
    /// What the server itself has to know of the last removal.
    package let record: [UInt8]

    /// Creates a shelf.
    package init(entry: SharedEntry?, removal: Date?, record: [UInt8] = []) {
        (self.entry, self.removal, self.record) = (entry, removal, record)
    }

    /// Whether it has the same entry after the same removal.
    func isLike(_ other: Shelf) -> Bool { entry?.mark == other.entry?.mark && removal == other.removal }

    /// The shelf with another entry.
    func holding(_ entry: SharedEntry?) -> Shelf { Shelf(entry: entry, removal: removal, record: record) }
}
