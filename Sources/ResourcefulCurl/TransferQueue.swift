/// A queue that limits the number of concurrent transfers to each origin. The others wait in order.
///
/// Each change takes amortized constant time.
struct TransferQueue {
    private let limitPerOrigin: Int
    private var queues: [Origin?: OriginQueue] = [:]
    /// The queue that was used last, which the next transfer nearly always needs: it is compared, and nothing hashed.
    private var last: OriginQueue?

    init(limitPerOrigin: Int) { self.limitPerOrigin = max(1, limitPerOrigin) }

    /// Whether a transfer may begin now; if not, it waits.
    mutating func admit(_ transfer: Transfer) -> Bool {
        let queue = queue(of: transfer.origin)
        transfer.queue = queue
        return queue.admit(transfer, limitPerOrigin)
    }

    /// Notes that a transfer has ended. Returns the one that may begin in its place.
    mutating func leave(_ transfer: Transfer) -> Transfer? {
        guard let queue = transfer.queue else { return nil }
        let next = queue.leave()
        // An unused origin is kept, like its connections, unless there are more than 1,000.
        if queues.count > 1_000, queue.isEmpty {
            queues[queue.origin] = nil
            if last === queue { last = nil }
        }
        return next
    }

    /// Removes a waiting transfer from the queue. Returns false if it doesn't wait.
    mutating func remove(_ transfer: Transfer) -> Bool { transfer.queue?.remove(transfer) ?? false }

    private mutating func queue(of origin: Origin?) -> OriginQueue {
        if let last, last.origin == origin { return last }
        let queue = queues[origin] ?? OriginQueue(origin)
        queues[origin] = queue
        last = queue
        return queue
    }
}

/// The transfers to one origin.
final class OriginQueue {
    let origin: Origin?
    private(set) var count = 0
    private var line = WaitingLine()
    /// How long its idle connections may be used again, in seconds, if the server says how long it keeps them.
    var idleSeconds: Int?

    init(_ origin: Origin?) { self.origin = origin }

    var isEmpty: Bool { count == 0 }

    fileprivate func remove(_ transfer: Transfer) -> Bool { line.remove(transfer) }

    fileprivate func admit(_ transfer: Transfer, _ limit: Int) -> Bool {
        guard count < limit else {
            line.append(transfer)
            return false
        }
        count += 1
        return true
    }

    fileprivate func leave() -> Transfer? {
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
