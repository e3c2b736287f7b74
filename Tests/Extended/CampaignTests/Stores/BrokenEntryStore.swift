import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the stores of one folder or server share.
final class SharedEntries: Sendable {
    let entries = Locked<[String: StoreEntry]>([:])
    /// The name of the last change, and the last removed entry.
    let current = Locked("")
    let removed = Locked<[String: StoreEntry]>([:])
}

/// A store of entries with one fault.
final class BrokenEntryStore: EntryStore {
    enum Fault: String, CaseIterable, Sendable {
        case invents, nilIsEmpty
        case wholeSeconds, emptyIsNone, cutsLargeEntries, textOnly, writesLater
        case lowercased, trimmed, lastComponent, shortNames
        case returnsNew, passesNil
        case removesByPrefix, removalIsUndone
        case readsThenWrites, oneNameAtATime, refusesCanceled
        case ownCopy, readsOwnCopy, ownLock, takesAllAway

        /// What stands in the law that finds it.
        var law: String {
            switch self {
            case .invents, .nilIsEmpty: "never written"
            case .wholeSeconds, .emptyIsNone, .cutsLargeEntries, .textOnly, .writesLater: "read as it was written"
            case .lowercased, .trimmed, .lastComponent, .shortNames: "differ in one byte"
            case .returnsNew, .passesNil: "update passes the entry"
            case .removesByPrefix: "only this one"
            case .removalIsUndone: "as in a dictionary"
            case .readsThenWrites: "changes of one entry at the same time"
            case .oneNameAtATime: "different entries at the same time"
            case .refusesCanceled: "a canceled task"
            case .ownCopy, .readsOwnCopy: "another one reads"
            case .ownLock: "of several stores at the same time"
            case .takesAllAway: "when their store is gone"
            }
        }
    }

    private let fault: Fault?
    private let shared: SharedEntries
    private let copy = Locked<[String: StoreEntry]>([:])
    private let last = Locked<Task<StoreEntry?, Never>?>(nil)

    init(_ fault: Fault?, _ shared: SharedEntries) {
        (self.fault, self.shared) = (fault, fault == .ownCopy ? SharedEntries() : shared)
    }

    deinit { if fault == .takesAllAway { shared.entries.withLock { $0 = [:] } } }

    func read(_ name: String) async -> StoreEntry? {
        let name = spelled(name)
        if fault == .refusesCanceled, Task.isCancelled { return nil }
        if fault == .readsOwnCopy, let entry = copy.withLock({ $0[name] }) { return entry }
        let entry = shared.entries.withLock { $0[name] }
        copy.withLock { $0[name] = entry }
        return fault == .invents ? entry ?? StoreEntry(data: Data(), date: .distantPast) : entry
    }

    func update(
        _ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
    ) async -> StoreEntry? {
        let name = spelled(name)
        switch fault {
        case .refusesCanceled where Task.isCancelled: return nil
        case .writesLater:
            Task {
                try await Task.sleep(for: .milliseconds(20))
                exchange(name, change)
            }
            return shared.entries.withLock { $0[name] }
        case .readsThenWrites: return await slowly(name, change)
        case .ownLock: return await inTurn { await self.slowly(name, change) }
        case .oneNameAtATime:
            shared.current.withLock { $0 = name }
            await Task.yield()
            return exchange(shared.current.withLock { $0 }, change)
        default: return exchange(name, change)
        }
    }

    // MARK: Faults

    private func spelled(_ name: String) -> String {
        switch fault {
        case .lowercased: name.lowercased()
        case .trimmed: name.split(separator: " ").joined(separator: " ")
        case .lastComponent: name.split(separator: "/").last.map(String.init) ?? name
        case .shortNames: String(name.prefix(255))
        default: name
        }
    }

    private func kept(_ entry: StoreEntry?) -> StoreEntry? {
        guard var entry else { return fault == .nilIsEmpty ? StoreEntry(data: Data(), date: .distantPast) : nil }
        switch fault {
        case .wholeSeconds:
            entry.date = Date(
                timeIntervalSinceReferenceDate: entry.date.timeIntervalSinceReferenceDate.rounded())
        case .emptyIsNone where entry.data.isEmpty: return nil
        case .cutsLargeEntries: entry.data = entry.data.prefix(65_535)
        case .textOnly: entry.data = Data(String(decoding: entry.data, as: UTF8.self).utf8)
        default: break
        }
        return entry
    }

    @discardableResult
    private func exchange(_ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        shared.entries.withLock { entries in
            let before = entries[name]
            let after = kept(change(fault == .passesNil ? nil : before))
            entries[name] = after
            copy.withLock { $0[name] = after }
            if after == nil {
                switch fault {
                case .removesByPrefix: entries = entries.filter { !$0.key.hasPrefix(name) }
                case .removalIsUndone:
                    if let before {
                        shared.removed.withLock { $0[name] = before }
                    } else {
                        entries[name] = shared.removed.withLock { $0[name] }
                    }
                default: break
                }
            }
            return fault == .returnsNew ? after : before
        }
    }

    /// Reads, lets others go ahead, and writes.
    private func slowly(_ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry? {
        let before = shared.entries.withLock { $0[name] }
        // A yield may come back at once, and then the fault shows in most runs only.
        try? await Task.sleep(for: .microseconds(100))
        let after = change(before)
        shared.entries.withLock { $0[name] = after }
        return before
    }

    /// Does one thing after the other, in this store.
    private func inTurn(_ work: @escaping @Sendable () async -> StoreEntry?) async -> StoreEntry? {
        let task = last.withLock { last in
            let before = last
            let task = Task {
                _ = await before?.value
                return await work()
            }
            last = task
            return task
        }
        return await task.value
    }
}
