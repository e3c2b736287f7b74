import NIOConcurrencyHelpers
package import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The responses of a server, and what to do without it: nothing is found and kept, and what changes is removed later.
package final class SharedResponses<Server: ResponseServer>: CacheStore {
    /// What must be removed when the server is back.
    private struct Missed {
        var keys: Set<CacheKey> = []
        var selections: Set<CacheSelection> = []

        /// So many are remembered; after more of them, all entries are removed.
        static var maximum: Int { 1_000 }

        var isEmpty: Bool { keys.isEmpty && selections.isEmpty }

        mutating func limit() {
            if keys.count + selections.count > Self.maximum { (keys, selections) = ([], [.all]) }
        }
    }

    private let server: Server
    private let availability: Availability
    private let maximumSize: Int
    private let missed = NIOLockedValueBox(Missed())

    package init(_ server: Server, _ availability: Availability, maximumSize: Int) {
        (self.server, self.availability, self.maximumSize) = (server, availability, maximumSize)
    }

    package func entry(for key: CacheKey) async -> CacheEntry? {
        await shared { try await self.server.entry(key)?.entry(for: key) } ?? nil
    }

    package func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        let isDone: Void? = await withoutActuallyEscaping(change) { change in
            await shared(isChange: true) { try await self.exchange(key, change) }
        }
        guard isDone == nil else { return }
        // It isn't known what became of the change, so the entry must not be found.
        missed.withLockedValue { missed in
            missed.keys.insert(key)
            missed.limit()
        }
    }

    package func remove(_ selection: CacheSelection) async {
        let isDone: Void? = await shared { try await self.server.remove(selection) }
        guard isDone == nil else { return }
        missed.withLockedValue { missed in
            missed.selections.insert(selection)
            missed.limit()
        }
    }

    /// Does something with the server, after what it has missed; nil if that isn't possible now.
    private func shared<Value: Sendable>(
        isChange: Bool = false, _ work: @Sendable () async throws -> Value
    ) async -> Value? {
        await availability.perform(isChange: isChange) {
            try await self.removeMissed()
            return try await work()
        }
    }

    /// Removes what was changed or removed while the server was away.
    private func removeMissed() async throws {
        let now = missed.withLockedValue { $0 }
        guard !now.isEmpty else { return }
        try await server.discard(now.keys)
        for selection in now.selections { try await server.remove(selection) }
        missed.withLockedValue { missed in
            missed.keys.subtract(now.keys)
            missed.selections.subtract(now.selections)
        }
    }

    /// Changes an entry until no other process is faster.
    private func exchange(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async throws {
        var shelf = try await server.shelf(key)
        while true {
            let before = shelf.entry?.entry(for: key)
            let after = change(before).flatMap { kept($0, in: before, removal: shelf.removal) }
            switch try await server.exchange(key, shelf, for: after.map { SharedEntry($0, for: key) }) {
            case .done: return
            case .found(let other): shelf = other
            }
        }
    }

    /// Returns what is kept of an entry; nil if nothing is worth it.
    private func kept(_ entry: CacheEntry, in before: CacheEntry?, removal: Date?) -> CacheEntry? {
        var entry = entry
        entry.responses.removeAll(where: \.isVolatile)
        while entry.size > maximumSize, !entry.responses.isEmpty { entry.responses.removeLast() }
        return entry.outliving(removal, in: before)
    }
}
