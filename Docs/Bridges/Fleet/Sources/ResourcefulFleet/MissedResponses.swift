import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What must be removed from a server before it is used again for the same responses.
struct MissedResponses {
    /// The names, and the number of the change that was missed last.
    private(set) var names: [ResponseName: UInt64] = [:]
    private(set) var selections: [CacheSelection: UInt64] = [:]
    /// The invalidations, which apply to the entries of other keys, too.
    private(set) var invalidations: [ResponseName: Invalidation] = [:]
    private var last: UInt64 = 0

    /// What stays true of a key, whatever is removed.
    struct Invalidation: Sendable {
        let key: CacheKey
        let date: Date
        fileprivate let number: UInt64
    }

    /// So many are remembered, with 24 bytes of each name; after more of them, all entries are removed.
    static var maximum: Int { 200_000 }
    static var maximumSelections: Int { 1_000 }
    static var maximumInvalidations: Int { 10_000 }

    var isEmpty: Bool { names.isEmpty && selections.isEmpty && invalidations.isEmpty }

    /// Whether an entry may be an old one.
    func contains(_ name: ResponseName, _ key: CacheKey) -> Bool {
        guard !isEmpty else { return false }
        return names[name] != nil || invalidations[name] != nil
            || selections.keys.contains { $0.contains(key, received: .distantPast) }
    }

    mutating func note(_ name: ResponseName) {
        last += 1
        names[name] = last
        if names.count > Self.maximum { removeEverything() }
    }

    mutating func note(_ name: ResponseName, _ key: CacheKey, invalidatedAt date: Date) {
        last += 1
        let date = max(date, invalidations[name]?.date ?? date)
        invalidations[name] = Invalidation(key: key, date: date, number: last)
        if invalidations.count > Self.maximumInvalidations { removeEverything() }
    }

    mutating func note(_ selection: CacheSelection) {
        last += 1
        selections[selection] = last
        if selections.count > Self.maximumSelections { removeEverything() }
    }

    private mutating func removeEverything() { (names, selections, invalidations) = ([:], [.all: last], [:]) }

    /// Forgets what was removed, unless it was missed again meanwhile.
    mutating func subtract(_ removed: MissedResponses) {
        for (name, number) in removed.names where names[name] == number { names[name] = nil }
        for (name, old) in removed.invalidations where invalidations[name]?.number == old.number {
            invalidations[name] = nil
        }
        for (selection, number) in removed.selections where selections[selection] == number {
            selections[selection] = nil
        }
    }
}
