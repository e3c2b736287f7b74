/// A state that branches share, if it can reveal which of them came first.
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
    /// The graph of who waits for whom, for the detection of cycles.
    case waits
    case gate(GateKey)
    /// The number of the effect before which the process ends.
    case life
}

/// What a step read and changed. Two steps that don't conflict have the same effect in either order.
package struct Footprint {
    private(set) var reads: [Location] = []
    private(set) var writes: [Location] = []
    /// Whether the step may have ended other branches.
    package private(set) var isOverall = false

    /// The footprint of a step that advances the time.
    package static let advancingTime = Footprint(writes: [.time])

    mutating func read(_ locations: Location...) { reads += locations }
    mutating func write(_ location: Location) { writes.append(location) }
    mutating func spreadOverall() { isOverall = true }

    /// Whether no other step can conflict with this one.
    package var isEmpty: Bool { reads.isEmpty && writes.isEmpty && !isOverall }

    package func conflicts(with other: Footprint) -> Bool {
        if isEmpty || other.isEmpty { return false }
        if isOverall || other.isOverall { return true }
        return writes.contains { other.reads.contains($0) || other.writes.contains($0) }
            || other.writes.contains { reads.contains($0) }
    }
}
