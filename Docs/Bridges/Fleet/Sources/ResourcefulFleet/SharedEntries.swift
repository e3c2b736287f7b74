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
        /// The entries that were changed while the server was away, and what it may have of each: first what it had
        /// before, then what this process has sent without an answer.
        var changed: [String: [StoreEntry?]] = [:]

        /// So many are remembered of each.
        static var maximum: Int { 100 }

        /// Remembers what the server has, unless a change of this process waits for it.
        mutating func see(_ entry: StoreEntry?, of name: String) {
            if changed[name] == nil { seen[name] = .some(entry) }
        }

        /// Remembers that the server may have an entry now, or still the one before.
        mutating func note(_ entry: StoreEntry?, after before: StoreEntry?, of name: String) {
            var own = changed[name] ?? [before]
            if !own.contains(entry) { own.append(entry) }
            if own.count > Self.maximum { own.remove(at: 1) }
            changed[name] = own
        }
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
            if let shared { local.see(shared, of: name) }
            return local.seen[name] ?? nil
        }
    }

    package func update(
        _ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
    ) async -> StoreEntry? {
        if let before = await shared({ try await self.exchange(name, change) }) { return before }
        return local.withLockedValue { local in
            let before = local.seen[name] ?? nil
            if local.changed[name] == nil { local.changed[name] = [before] }
            local.seen[name] = .some(change(before).map(Self.kept))
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
        for name in local.withLockedValue({ Array($0.changed.keys) }) { try await returnChange(of: name) }
    }

    private func returnChange(of name: String) async throws {
        while true {
            // First this, so that nothing is sent to a server that doesn't answer: it could still arrive.
            let found = try await server.bytes(name).flatMap(Self.entry)
            let change = local.withLockedValue { local -> StoreEntry?? in
                let now = local.seen[name] ?? nil
                guard let own = local.changed[name] else { return nil }
                if own.contains(found), found != now { return .some(now) }
                local.changed[name] = nil
                local.seen[name] = .some(found)
                return nil
            }
            guard let now = change else { return }
            guard case .done = try await send(name, found, for: now) else { continue }
            let isLast = local.withLockedValue { local in
                // What was changed since then is written next.
                let isLast = (local.seen[name] ?? nil) == now
                local.changed[name] = isLast ? nil : [now]
                return isLast
            }
            if isLast { return }
        }
    }

    /// Changes an entry until no other process is faster, and returns what it was before.
    private func exchange(
        _ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?
    ) async throws -> StoreEntry? {
        // Most often, the entry is as this process saw it last.
        var before = local.withLockedValue { $0.seen[name] ?? nil }
        while true {
            let after = change(before).map(Self.kept)
            switch try await send(name, before, for: after) {
            case .found(let bytes):
                before = bytes.flatMap(Self.entry)
                local.withLockedValue { [before] local in local.see(before, of: name) }
            case .done:
                local.withLockedValue { local in
                    local.see(after, of: name)
                    // A change that failed meanwhile comes after this one.
                    if local.changed[name] != nil { local.note(after, after: before, of: name) }
                }
                return before
            }
        }
    }

    /// Sends a change, and remembers it if the server may or may not have carried it out.
    private func send(
        _ name: String, _ before: StoreEntry?, for after: StoreEntry?
    ) async throws -> Exchange<[UInt8]?> {
        do {
            return try await server.exchange(name, before.map(Self.bytes), for: after.map(Self.bytes))
        } catch {
            if (error as? any ServerFailure)?.isRejection != true {
                local.withLockedValue { $0.note(after, after: before, of: name) }
            }
            throw error
        }
    }

    /// Returns the entry as the server keeps it: all of it, since other programs use it, too.
    private static func kept(_ entry: StoreEntry) -> StoreEntry { StoreEntry(data: entry.data, date: entry.date) }

    // Eight bytes for the date, and then the data: never empty.
    private static func bytes(_ entry: StoreEntry) -> [UInt8] { entry.date.bytes + entry.data }

    private static func entry(_ bytes: [UInt8]) -> StoreEntry? {
        Date(bytes: bytes.prefix(8)).map { StoreEntry(data: Data(bytes.dropFirst(8)), date: $0) }
    }
}
