import ResourcefulCore

/// A queue that limits the number of concurrent transfers to each origin. The others wait in order.
///
/// Each change takes amortized constant time.
struct TransferQueue {
    fileprivate struct Place {
        var count = 0
        var line = WaitingLine()
    }

    private let limitPerOrigin: Int
    private var places: [Origin?: Place] = [:]

    init(limitPerOrigin: Int) { self.limitPerOrigin = max(1, limitPerOrigin) }

    /// Whether a transfer may begin now; if not, it waits.
    mutating func admit(_ transfer: Transfer) -> Bool {
        places[transfer.origin, default: Place()].admit(transfer, limitPerOrigin)
    }

    /// Notes that a transfer has ended. Returns the one that may begin in its place.
    mutating func leave(_ transfer: Transfer) -> Transfer? {
        guard let place = places.index(forKey: transfer.origin) else { return nil }
        let next = places.values[place].leave()
        // An unused origin is kept, like its connections, unless there are more than 1,000.
        if places.count > 1_000, places.values[place].isEmpty { places.remove(at: place) }
        return next
    }

    /// Removes a waiting transfer from the queue. Returns false if it doesn't wait.
    mutating func remove(_ transfer: Transfer) -> Bool {
        places[transfer.origin]?.line.remove(transfer) ?? false
    }
}

extension TransferQueue.Place {
    var isEmpty: Bool { count == 0 }

    mutating func admit(_ transfer: Transfer, _ limit: Int) -> Bool {
        guard count < limit else {
            line.append(transfer)
            return false
        }
        count += 1
        return true
    }

    mutating func leave() -> Transfer? {
        if let next = line.popFirst() { return next }
        count -= 1
        return nil
    }
}

/// The waiting transfers in order. A transfer that leaves leaves a gap; the gaps are removed when they are more than
/// half.
fileprivate struct WaitingLine {
    private var places: [Transfer?] = []
    /// No transfer waits before this place.
    private var first = 0
    private var count = 0

    mutating func append(_ transfer: Transfer) {
        transfer.place = places.count
        places.append(transfer)
        count += 1
    }

    mutating func popFirst() -> Transfer? {
        while first < places.count {
            first += 1
            guard let transfer = places[first - 1] else { continue }
            leave(first - 1)
            return transfer
        }
        return nil
    }

    mutating func remove(_ transfer: Transfer) -> Bool {
        guard let place = transfer.place, places.indices.contains(place), places[place] === transfer else {
            return false
        }
        leave(place)
        return true
    }

    private mutating func leave(_ place: Int) {
        places[place] = nil
        count -= 1
        guard count * 2 < places.count else { return }
        places.removeAll { $0 == nil }
        for (place, transfer) in places.enumerated() { transfer?.place = place }
        first = 0
    }
}
