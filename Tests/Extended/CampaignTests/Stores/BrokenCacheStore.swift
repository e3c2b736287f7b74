import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the caches of one folder or server share.
final class SharedResponses: Sendable {
    struct State: Sendable {
        var entries: [CacheKey: CacheEntry] = [:]
        var removal: Date?
    }

    let state = Locked(State())
}

/// A store of cached responses with one fault.
final class BrokenCacheStore: CacheStore {
    enum Fault: String, CaseIterable, Sendable {
        case invents
        case losesRepeatedFields, losesMethods, roundsTimes, losesSelecting, cutsBodies, losesInvalidations, oneVariant
        case ignoresQualifiers, ignoresCase, ignoresQueries
        case passesNil, nilIsIgnored
        case readsThenWrites, refusesCanceled
        case removesAll, removesOneKeyOnly, removesNothingByTime
        case forgetsRemovals, forgetsRemovalsOfOthers, dropsWhatWasSpared, forgetsEarlyChanges
        case ownCopy, sharesVolatile, takesAllAway
        case ignoresInvalidations, keepsInvalidations

        /// What stands in the law that finds it.
        var law: String {
            switch self {
            case .invents: "never written"
            case .losesRepeatedFields, .losesMethods, .roundsTimes, .losesSelecting, .cutsBodies,
                .losesInvalidations, .oneVariant:
                "read as it was written"
            case .ignoresQualifiers, .ignoresCase, .ignoresQueries, .nilIsIgnored: "differ in one byte"
            case .passesNil: "update passes the entry"
            case .readsThenWrites: "changes of one entry at the same time"
            case .refusesCanceled: "a canceled task"
            case .removesOneKeyOnly, .removesNothingByTime: "as in a dictionary"
            case .forgetsRemovals: "before a removal"
            case .forgetsRemovalsOfOthers: "another store's removal"
            case .removesAll, .dropsWhatWasSpared: "spared"
            case .forgetsEarlyChanges: "from before a removal"
            case .ownCopy: "another one reads"
            case .sharesVolatile: "kept in memory"
            case .ignoresInvalidations, .keepsInvalidations: "invalidation of other keys"
            case .takesAllAway: "when their store is gone"
            }
        }
    }

    private let fault: Fault?
    private let shared: SharedResponses
    private let removal = Locked<Date?>(nil)

    init(_ fault: Fault?, _ shared: SharedResponses) {
        (self.fault, self.shared) = (fault, fault == .ownCopy ? SharedResponses() : shared)
    }

    deinit { if fault == .takesAllAway { shared.state.withLock { $0.entries = [:] } } }

    func entry(for key: CacheKey) async -> CacheEntry? {
        if fault == .refusesCanceled, Task.isCancelled { return nil }
        let entry = shared.state.withLock { $0.entries[spelled(key)] }
        return fault == .invents ? entry ?? CacheEntry() : entry
    }

    func entry(for key: CacheKey, invalidatedBy others: [CacheKey]) async -> CacheEntry? {
        guard var entry = await entry(for: key) else { return nil }
        if fault == .ignoresInvalidations { return entry }
        for other in others {
            guard let date = await self.entry(for: other)?.invalidated else { continue }
            entry.invalidated = max(date, entry.invalidated ?? date)
        }
        if fault == .keepsInvalidations { await update(key) { [entry] _ in entry } }
        return entry
    }

    func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        let key = spelled(key)
        if fault == .refusesCanceled, Task.isCancelled { return }
        if fault == .readsThenWrites {
            let before = shared.state.withLock { $0.entries[key] }
            await Task.yield()
            let after = change(before)
            return shared.state.withLock { $0.entries[key] = after }
        }
        let own = removal.withLock { $0 }
        shared.state.withLock { state in
            let before = state.entries[key]
            let after = kept(change(fault == .passesNil ? nil : before))
            if after == nil, fault == .nilIsIgnored { return }
            let last =
                switch fault {
                case .forgetsRemovals: nil as Date?
                case .forgetsRemovalsOfOthers: own
                default: state.removal
                }
            state.entries[key] = after.flatMap { outliving(last, $0, before: before) }
        }
    }

    func remove(_ selection: CacheSelection) async {
        let now = Date()
        removal.withLock { $0 = now }
        shared.state.withLock { state in
            state.removal = now
            let entries = state.entries.filter { key, entry in
                let received = entry.responses.first?.received ?? .distantPast
                switch fault {
                case .removesAll: return false
                case .removesOneKeyOnly:
                    if case .under(let url) = selection { return key.url != url.absoluteString }
                case .removesNothingByTime: if case .receivedBefore = selection { return true }
                default: break
                }
                return !selection.contains(key, received: received)
            }
            state.entries = entries
        }
    }

    // MARK: Faults

    private func spelled(_ key: CacheKey) -> CacheKey {
        switch fault {
        case .ignoresQualifiers: CacheKey(url: key.url)
        case .ignoresCase: CacheKey(url: key.url.lowercased(), qualifier: key.qualifier)
        case .ignoresQueries: CacheKey(url: String(key.url.prefix { $0 != "?" }), qualifier: key.qualifier)
        default: key
        }
    }

    private func kept(_ entry: CacheEntry?) -> CacheEntry? {
        guard var entry else { return nil }
        if fault == .losesInvalidations { entry.invalidated = nil }
        if fault == .oneVariant { entry.responses = Array(entry.responses.prefix(1)) }
        for index in entry.responses.indices { damage(&entry.responses[index]) }
        guard fault != .sharesVolatile else { return entry }
        entry.responses.removeAll(where: \.isVolatile)
        return entry.responses.isEmpty && entry.invalidated == nil ? nil : entry
    }

    private func damage(_ stored: inout StoredResponse) {
        switch fault {
        case .losesRepeatedFields:
            var fields: [String: HeaderFields.Field] = [:]
            for field in stored.response.headerFields { fields[field.name.description.lowercased()] = field }
            stored.response.headerFields = HeaderFields(fields.values)
        case .losesMethods: stored.method = .get
        case .roundsTimes:
            let seconds = stored.received.timeIntervalSinceReferenceDate.rounded(.down)
            stored.received = Date(timeIntervalSinceReferenceDate: seconds)
        case .losesSelecting: stored.selecting = [:]
        case .cutsBodies: stored.response.body = stored.response.body.prefix(100_000)
        default: break
        }
    }

    private func outliving(_ removal: Date?, _ entry: CacheEntry, before: CacheEntry?) -> CacheEntry? {
        guard let removal else { return entry }
        var entry = entry
        entry.responses.removeAll { response in
            let was = before?.responses.contains { $0.requested == response.requested } == true
            return response.requested <= removal && (!was || fault == .dropsWhatWasSpared)
        }
        if fault == .forgetsEarlyChanges, let date = entry.invalidated, date <= removal { entry.invalidated = nil }
        return entry.responses.isEmpty && entry.invalidated == nil ? nil : entry
    }
}
