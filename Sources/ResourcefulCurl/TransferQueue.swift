import ResourcefulCore

/// Who may go and who waits: at most so many transfers at once for each origin, the rest in order.
///
/// A transfer that waits has not begun, so its time-out has not either. Each change takes constant time, amortised.
struct TransferQueue {
    private let limitPerOrigin: Int
    private var counts: [Origin?: Int] = [:]
    private var lines: [Origin?: WaitingLine] = [:]

    init(limitPerOrigin: Int) { self.limitPerOrigin = max(1, limitPerOrigin) }

    /// Whether a transfer may begin now; if not, it waits.
    mutating func admit(_ transfer: Transfer) -> Bool {
        guard counts[transfer.origin, default: 0] < limitPerOrigin else {
            lines[transfer.origin, default: WaitingLine()].append(transfer)
            return false
        }
        counts[transfer.origin, default: 0] += 1
        return true
    }

    /// Takes note that a transfer has ended; returns the one that may begin in its place.
    mutating func leave(_ transfer: Transfer) -> Transfer? {
        if let next = lines[transfer.origin]?.popFirst() { return next }
        lines[transfer.origin] = nil
        let count = counts[transfer.origin, default: 1] - 1
        counts[transfer.origin] = count > 0 ? count : nil
        return nil
    }

    /// Takes a transfer that waits out of the queue; false when it does not wait.
    mutating func remove(_ transfer: Transfer) -> Bool {
        lines[transfer.origin]?.remove(transfer) ?? false
    }
}

/// Transfers that wait, in order. One that leaves before its turn leaves a gap.
private struct WaitingLine {
    private var places: [Transfer?] = []
    private var first = 0
    /// The number of the first place.
    private var offset = 0

    mutating func append(_ transfer: Transfer) {
        transfer.place = offset + places.count
        places.append(transfer)
    }

    mutating func popFirst() -> Transfer? {
        while first < places.count {
            let transfer = places[first]
            places[first] = nil
            first += 1
            if first > places.count / 2 {
                places.removeFirst(first)
                offset += first
                first = 0
            }
            if let transfer { return transfer }
        }
        return nil
    }

    mutating func remove(_ transfer: Transfer) -> Bool {
        guard let place = transfer.place, places.indices.contains(place - offset), places[place - offset] === transfer
        else { return false }
        places[place - offset] = nil
        return true
    }
}
