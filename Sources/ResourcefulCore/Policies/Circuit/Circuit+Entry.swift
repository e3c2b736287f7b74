// One byte for the state, four for the failures, four for the round. The date is that of the entry.
extension Circuit {
    /// Creates the circuit that an entry describes. Without an entry, or if its format is unknown, the circuit is
    /// closed.
    package init(_ entry: StoreEntry?) {
        guard let entry, entry.data.count == 9 else { return }
        let bytes = [UInt8](entry.data)
        round = bytes[5...].reduce(0) { $0 << 8 | UInt32($1) }
        switch bytes[0] {
        case 1: state = .open(since: entry.date)
        case 2: state = .halfOpen(since: entry.date)
        default: state = .closed(failures: bytes[1..<5].reduce(0) { $0 << 8 | Int($1) })
        }
    }

    /// The circuit as an entry; nil for a circuit in its initial state.
    package var entry: StoreEntry? {
        guard self != Circuit() else { return nil }
        switch state {
        case .closed(let failures): return StoreEntry(bytes: bytes(0, failures: failures))
        case .open(let since): return StoreEntry(bytes: bytes(1), date: since)
        case .halfOpen(let since): return StoreEntry(bytes: bytes(2), date: since)
        }
    }

    private func bytes(_ state: UInt8, failures: Int = 0) -> [UInt8] {
        let failures = UInt32(clamping: failures)
        return [state]
            + [failures, round].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
            }
    }
}
