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

    /// A bit that equal locations have in common. Comparing bits is much faster than comparing requests and names.
    fileprivate var bit: UInt64 {
        switch self {
        case .server: 1
        case .randomNumbers: 1 << 1
        case .time: 1 << 2
        case .wholeCache: 1 << 3
        case .origin: 1 << 4
        case .waits: 1 << 5
        case .life: 1 << 6
        case .cached: 1 << 7
        case .run: 1 << 8
        case .gate: 1 << 9
        case .question: 1 << 10
        case .entry(let name): 1 << (11 + UInt64(name.utf8.count) % 53)
        }
    }

    /// The bits that belong to a single location each.
    fileprivate static var exactBits: UInt64 { 1 << 7 - 1 }
}

/// What a step read and changed. Two steps that don't conflict have the same effect in either order.
package struct Footprint {
    private var reads: [Location] = []
    private var writes: [Location] = []
    /// The bits of the locations.
    private var (readBits, writeBits): (UInt64, UInt64) = (0, 0)
    /// Whether the step may have ended other branches.
    package private(set) var isOverall = false

    /// The footprint of a step that advances the time.
    package static let advancingTime = {
        var footprint = Footprint()
        footprint.write(.time)
        return footprint
    }()

    mutating func read(_ locations: Location...) {
        reads += locations
        for location in locations { readBits |= location.bit }
    }

    mutating func write(_ location: Location) {
        writes.append(location)
        writeBits |= location.bit
    }

    mutating func spreadOverall() { isOverall = true }

    /// Whether no other step can conflict with this one.
    package var isEmpty: Bool { readBits | writeBits == 0 && !isOverall }

    package func conflicts(with other: Footprint) -> Bool {
        if isEmpty || other.isEmpty { return false }
        if isOverall || other.isOverall { return true }
        let common = writeBits & (other.readBits | other.writeBits) | other.writeBits & readBits
        if common == 0 || common & Location.exactBits != 0 { return common != 0 }
        return writes.contains { other.reads.contains($0) || other.writes.contains($0) }
            || other.writes.contains { reads.contains($0) }
    }
}
