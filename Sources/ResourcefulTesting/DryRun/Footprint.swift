import ResourcefulCore

/// What branches have in common, as far as one can tell from it who was there first.
enum Location: Hashable {
    case server
    case randomNumbers
    case time
    case entry(String)
    case cached(CacheKey)
    case wholeCache
    case question(String)
    /// The requests that can be joined.
    case origin
    case run(RunKey)
    /// Who waits for whom, as far as circles are looked for.
    case waits
    case gate(GateKey)
}

/// What a step has looked at and changed. Two steps that don't conflict have the same effect in either order.
struct Footprint {
    private(set) var reads: [Location] = []
    private(set) var writes: [Location] = []
    /// Whether the step may have ended other branches.
    private(set) var isOverall = false

    mutating func read(_ locations: Location...) { reads += locations }
    mutating func write(_ location: Location) { writes.append(location) }
    mutating func spreadOverall() { isOverall = true }

    /// Whether there is nothing that another step could conflict with.
    var isEmpty: Bool { reads.isEmpty && writes.isEmpty && !isOverall }

    func conflicts(with other: Footprint) -> Bool {
        if isEmpty || other.isEmpty { return false }
        if isOverall || other.isOverall { return true }
        return writes.contains { other.reads.contains($0) || other.writes.contains($0) }
            || other.writes.contains { reads.contains($0) }
    }
}
