import NIOConcurrencyHelpers
package import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The entries of a server, and what to do without it.
///
/// For each name, one command is under way at a time. What is asked meanwhile is carried out together, with one more.
package final class SharedEntries<Server: EntryServer>: EntryStore {
    private let server: Server
    private let availability: Availability
    private let sharing: Sharing
    private let format: EntryFormat
    /// How long the server keeps an entry that nobody uses.
    private let life: Duration
    /// How long an entry that was read answers further reads.
    private let remembering: Duration
    /// The entries that aren't shared.
    private let own = MemoryStore()
    private let local = NIOLockedValueBox(LocalEntries())

    package init(
        _ server: Server, _ availability: Availability, sharing: Sharing, cipher: EntryCipher?, life: Duration,
        remembering: Duration
    ) {
        (self.server, self.availability, self.sharing) = (server, availability, sharing)
        (self.life, self.remembering) = (life, remembering)
        format = EntryFormat(cipher: cipher)
        availability.onReturn(probe: server.probe) { [weak self] in try await self?.returnChanges() }
    }

    package func read(_ name: String) async -> StoreEntry? {
        guard sharing.contains(name) else { return own.read(name) }
        guard availability.isPresent, local.withLockedValue({ $0.isQuiet(name) }) else {
            return await outcome(of: EntryWork(change: nil), name)
        }
        if remembering > .zero, let seen = local.withLockedValue({ $0.remembered(name, for: remembering) }) {
            return seen.entry
        }
        let found = await availability.promptly { await self.availability.perform { try await self.seen(name) } }
        if let found = found ?? nil { return found.entry }
        return local.withLockedValue { $0.expected(name) }
    }

    package func update(
        _ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
    ) async -> StoreEntry? {
        guard sharing.contains(name) else { return own.update(name, change) }
        return await outcome(of: EntryWork(change: change), name)
    }

    /// Ends what is connected.
    package func close() async { await availability.end(server.probe, server.close) }

    // MARK: The queue of a name

    private func outcome(of work: EntryWork, _ name: String) async -> StoreEntry? {
        let isPresent = availability.isPresent
        let (isFirst, before) = local.withLockedValue { local -> (Bool, StoreEntry??) in
            // Without the server, nothing needs to wait.
            if !isPresent, local.queues[name] == nil { return (false, .some(local.carryOut([work], name)[0])) }
            return (local.add(work, name), nil)
        }
        if let before {
            settle(name)
            return before
        }
        if isFirst { Task { await empty(name) } }
        // A task that doesn't wait any longer continues with what the entry was, as far as this process knows.
        let known = await availability.value(of: work.outcome) {
            if let before = self.local.withLockedValue({ $0.expected(name, before: work) }) {
                work.outcome.set(before)
            }
        }
        guard let before = known else { return local.withLockedValue { $0.expected(name) } }
        return before
    }

    private func empty(_ name: String) async {
        while let works = local.withLockedValue({ $0.next(name) }) {
            let shared = await availability.perform { try await self.carryOut(works, name) }
            let befores = shared ?? local.withLockedValue { $0.carryOut(works, name) }
            if shared == nil { settle(name) }
            for (work, before) in zip(works, befores) { work.outcome.set(.some(before)) }
        }
    }

    // MARK: The server

    /// Reads and changes an entry until no other process is faster, and returns what it was before each change.
    private func carryOut(_ works: [EntryWork], _ name: String) async throws -> [StoreEntry?] {
        // A task that changes something may have learned that something else has changed.
        local.withLockedValue { $0.forget() }
        if local.withLockedValue({ $0.changed[name] != nil }) { try await returnChange(of: name) }
        // Most often, the entry is as this process saw it last.
        var (found, isCurrent) = (local.withLockedValue { $0.seen[name] }, false)
        if let found, found.entry == nil, StoreEntry.isScratchName(name), found.isRecent {
            // The state of a policy that remains as it is: nothing.
            let (befores, after) = EntryWork.apply(works, to: nil)
            if after == nil, works.allSatisfy({ $0.change != nil }) { return befores }
        }
        while true {
            let (befores, after) = EntryWork.apply(works, to: found?.entry)
            if after == found?.entry {
                if isCurrent { return befores }
                (found, isCurrent) = (try await seen(name), true)
                continue
            }
            let (bytes, time) = (try after.map { try format.bytes(of: $0) }, ContinuousClock.now)
            switch try await send(name, found, for: after, bytes) {
            case .found(let bytes):
                (found, isCurrent) = (SeenEntry(entry: bytes.flatMap(format.entry), bytes: bytes, at: time), true)
                local.withLockedValue { [found] local in local.see(found, of: name) }
            case .done:
                local.withLockedValue { local in
                    local.see(SeenEntry(entry: after, bytes: bytes, at: time), of: name)
                    // A change that failed meanwhile comes after this one.
                    if local.changed[name] != nil { local.note(after, after: found?.entry, of: name) }
                    local.touched[name] = .now
                    local.changes += 1
                }
                return befores
            }
        }
    }

    /// Returns the entry that the server has.
    private func seen(_ name: String) async throws -> SeenEntry {
        let changes = local.withLockedValue { local in
            // Who looks whether a lease is free wants to know what its holder has done.
            if LocalEntries.isLease(name) { local.forget() }
            return local.changes
        }
        let time = ContinuousClock.now
        let bytes = try await server.bytes(name)
        let seen = SeenEntry(entry: bytes.flatMap(format.entry), bytes: bytes, at: time)
        let isDue = local.withLockedValue { local in
            // What was changed meanwhile is newer.
            if local.changes == changes { local.see(seen, of: name) }
            guard bytes != nil, local.touched[name].map({ .now - $0 > life / 8 }) ?? true else { return false }
            local.touched[name] = .now
            return true
        }
        // What is used stays. Nobody waits for that.
        if isDue { Task { [server, availability] in await availability.perform { try await server.touch(name) } } }
        return seen
    }

    /// Sends a change, and remembers it if the server may or may not have carried it out.
    private func send(
        _ name: String, _ before: SeenEntry?, for after: StoreEntry?, _ bytes: [UInt8]?
    ) async throws -> Exchange<[UInt8]?> {
        do {
            return try await server.exchange(name, before?.bytes, for: bytes)
        } catch {
            if (error as? any ServerFailure)?.isRejection != true {
                local.withLockedValue { $0.note(after, after: before?.entry, of: name) }
            }
            throw error
        }
    }

    // MARK: The return of the server

    /// Writes a change if the server has come back while it was made.
    private func settle(_ name: String) {
        guard availability.isPresent, local.withLockedValue({ $0.changed[name] != nil }) else { return }
        Task { await availability.perform { try await self.returnChange(of: name) } }
    }

    /// Writes what was changed while the server was away, unless another process has changed it, too.
    private func returnChanges() async throws {
        while true {
            let names = local.withLockedValue { Array($0.changed.keys) }
            guard !names.isEmpty else { return }
            for name in names { try await returnChange(of: name) }
        }
    }

    private func returnChange(of name: String) async throws {
        while true {
            // First this, so that nothing is sent to a server that doesn't answer: it could still arrive.
            let time = ContinuousClock.now
            let bytes = try await server.bytes(name)
            let found = SeenEntry(entry: bytes.flatMap(format.entry), bytes: bytes, at: time)
            let change = local.withLockedValue { local -> StoreEntry?? in
                let now = local.seen[name]?.entry
                guard let own = local.changed[name] else { return nil }
                if own.contains(found.entry), found.entry != now { return .some(now) }
                local.changed[name] = nil
                local.seen[name] = found
                return nil
            }
            guard let now = change else { return }
            let new = try now.map { try format.bytes(of: $0) }
            guard case .done = try await send(name, found, for: now, new) else { continue }
            let isLast = local.withLockedValue { local in
                // What was changed since then is written next.
                let isLast = local.seen[name]?.entry == now
                local.changed[name] = isLast ? nil : [now]
                if isLast { local.seen[name] = SeenEntry(entry: now, bytes: new, at: time) }
                return isLast
            }
            if isLast { return }
        }
    }
}
