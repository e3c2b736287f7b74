import ResourcefulCore

/// Who may go and who waits: at most so many transfers at once for each origin, the rest in order.
///
/// A transfer that waits has not begun, so its time-out has not either.
struct TransferQueue {
    private let limitPerOrigin: Int
    private var counts: [Origin?: Int] = [:]
    private var waiting: [Origin?: [Transfer]] = [:]

    init(limitPerOrigin: Int) { self.limitPerOrigin = max(1, limitPerOrigin) }

    /// Whether a transfer may begin now; if not, it waits.
    mutating func admit(_ transfer: Transfer) -> Bool {
        guard counts[transfer.origin, default: 0] < limitPerOrigin else {
            waiting[transfer.origin, default: []].append(transfer)
            return false
        }
        counts[transfer.origin, default: 0] += 1
        return true
    }

    /// Takes note that a transfer has ended; returns the one that may begin in its place.
    mutating func leave(_ transfer: Transfer) -> Transfer? {
        if waiting[transfer.origin]?.isEmpty == false { return waiting[transfer.origin]?.removeFirst() }
        waiting[transfer.origin] = nil
        let count = counts[transfer.origin, default: 1] - 1
        counts[transfer.origin] = count > 0 ? count : nil
        return nil
    }

    /// Takes a transfer that waits out of the queue; false when it does not wait.
    mutating func remove(_ transfer: Transfer) -> Bool {
        guard let index = waiting[transfer.origin]?.firstIndex(where: { $0 === transfer }) else { return false }
        waiting[transfer.origin]?.remove(at: index)
        return true
    }
}
