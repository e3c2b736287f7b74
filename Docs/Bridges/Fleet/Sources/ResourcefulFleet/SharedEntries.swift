import NIOConcurrencyHelpers
package import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The entries of a server, and what to do without it.
package final class SharedEntries<Server: EntryServer>: EntryStore {
    private struct Local {
        /// The entries as this process saw them last; a missing name was never seen, nil is no entry.
        var seen: [String: StoreEntry?] = [:]
        /// The entries that were changed while the server was away, and what the server had before.
        var changed: [String: StoreEntry?] = [:]
    }

    private let server: Server
    private let availability: Availability
    private let local = NIOLockedValueBox(Local())

    package init(_ server: Server, _ availability: Availability) {
        (self.server, self.availability) = (server, availability)
    }

    package func read(_ name: String) async -> StoreEntry? {
        let shared = await shared { try await self.server.bytes(name).flatMap(Self.entry) }
        return local.withLockedValue { local in
            if let shared { local.seen[name] = .some(shared) }
            return local.seen[name] ?? nil
        }
    }

    package func update(
        _ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
    ) async -> StoreEntry? {
        if let before = await shared({ try await self.exchange(name, change) }) { return before }
        return local.withLockedValue { local in
            let before = local.seen[name] ?? nil
            if local.changed[name] == nil { local.changed[name] = .some(before) }
            local.seen[name] = .some(change(before))
            return before
        }
    }

    /// Does something with the server, after what it has missed; nil if that isn't possible now.
    private func shared<Value: Sendable>(_ work: @Sendable () async throws -> Value) async -> Value? {
        await availability.perform {
            try await self.returnChanges()
            return try await work()
        }
    }

    /// Writes what was changed while the server was away, unless another process has changed it, too.
    private func returnChanges() async throws {
        let changed = local.withLockedValue { local in
            local.changed.map { name, before in (name, before, local.seen[name] ?? nil) }
        }
        for (name, before, now) in changed {
            _ = try await server.exchange(name, before.map(Self.bytes), for: now.map(Self.bytes))
            local.withLockedValue { $0.changed[name] = nil }
        }
    }

    /// Changes an entry until no other process is faster, and returns what it was before.
    private func exchange(
        _ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?
    ) async throws -> StoreEntry? {
        // Most often, the entry is as this process saw it last.
        var bytes = local.withLockedValue { $0.seen[name] ?? nil }.map(Self.bytes)
        while true {
            let before = bytes.flatMap(Self.entry)
            let after = change(before)
            switch try await server.exchange(name, bytes, for: after.map(Self.bytes)) {
            case .found(let current): bytes = current
            case .done:
                local.withLockedValue { $0.seen[name] = .some(after) }
                return before
            }
        }
    }

    // Eight bytes for the date, and then the data: never empty.
    private static func bytes(_ entry: StoreEntry) -> [UInt8] { entry.date.bytes + entry.data }

    private static func entry(_ bytes: [UInt8]) -> StoreEntry? {
        Date(bytes: bytes.prefix(8)).map { StoreEntry(data: Data(bytes.dropFirst(8)), date: $0) }
    }
}
