// One byte for the state, four for the failures, four for the round, then the reason. The date is the entry's.
extension Circuit {
    /// The name of the store's entry for an origin.
    static func entryName(of origin: Origin) -> String { StoreEntry.scratchName("circuit \(origin)") }

    /// Creates the circuit that an entry describes. Without an entry, or if its format is unknown, the circuit is
    /// closed.
    init(_ entry: StoreEntry?) {
        guard let entry, entry.data.count >= 9, entry.data.dropFirst(9).allSatisfy({ $0 >= 0x20 }) else { return }
        let bytes = [UInt8](entry.data)
        round = bytes[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
        reason = String(decoding: bytes[9...], as: UTF8.self)
        switch bytes[0] {
        case 1: state = .open(since: entry.date)
        case 2: state = .halfOpen(since: entry.date)
        default: state = .closed(failures: bytes[1..<5].reduce(0) { $0 << 8 | Int($1) })
        }
    }

    /// The circuit as an entry; nil for a circuit in its initial state.
    var entry: StoreEntry? {
        guard self != Circuit() else { return nil }
        switch state {
        case .closed(let failures): return entry(0, failures, Date(timeIntervalSinceReferenceDate: 0))
        case .open(let since): return entry(1, 0, since)
        case .halfOpen(let since): return entry(2, 0, since)
        }
    }

    private func entry(_ state: UInt8, _ failures: Int, _ date: Date) -> StoreEntry {
        let numbers = [UInt32(clamping: failures), round].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        return StoreEntry(data: Data([state] + numbers + reason.utf8), date: date)
    }
}
