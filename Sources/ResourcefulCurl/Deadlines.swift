/// The deadlines of transfers, the earliest first.
///
/// A heap in which each transfer knows its index: a change takes logarithmic time at most.
struct Deadlines {
    private struct Entry {
        let deadline: ContinuousClock.Instant
        let transfer: Transfer
    }

    private var heap: [Entry] = []

    var isEmpty: Bool { heap.isEmpty }

    /// The earliest deadline.
    var first: ContinuousClock.Instant? { heap.first?.deadline }

    /// Adds a transfer whose time begins now, if it has a timeout.
    mutating func insert(_ transfer: Transfer, at now: @autoclosure () -> ContinuousClock.Instant = .now) {
        // A timeout of more than three weeks counts as none.
        guard let timeout = transfer.request.timeout, timeout < .seconds(2_000_000) else { return }
        let deadline = now() + timeout
        transfer.deadline = deadline
        heap.append(Entry(deadline: deadline, transfer: transfer))
        rise(from: heap.count - 1)
    }

    /// Removes a transfer, if it is here.
    mutating func remove(_ transfer: Transfer) {
        guard let index = transfer.rank else { return }
        transfer.rank = nil
        let last = heap.removeLast()
        guard index < heap.count else { return }
        heap[index] = last
        sink(from: index)
        rise(from: last.transfer.rank ?? index)
    }

    /// Removes and returns a transfer whose deadline isn't after this time; nil if there is none.
    mutating func popFirst(at now: ContinuousClock.Instant) -> Transfer? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        remove(first.transfer)
        return first.transfer
    }

    private mutating func rise(from start: Int) {
        var index = start
        let entry = heap[index]
        while index > 0, case let above = (index - 1) / 2, entry.deadline < heap[above].deadline {
            place(heap[above], at: index)
            index = above
        }
        place(entry, at: index)
    }

    private mutating func sink(from start: Int) {
        var index = start
        let entry = heap[index]
        while 2 * index + 1 < heap.count {
            let (left, right) = (2 * index + 1, 2 * index + 2)
            let below = right < heap.count && heap[right].deadline < heap[left].deadline ? right : left
            guard heap[below].deadline < entry.deadline else { break }
            place(heap[below], at: index)
            index = below
        }
        place(entry, at: index)
    }

    private mutating func place(_ entry: Entry, at index: Int) {
        heap[index] = entry
        entry.transfer.rank = index
    }
}

/// The time at which an exchange must be complete. libcurl checks the time while bytes arrive; decoding them may take
/// longer.
struct Deadline: Sendable {
    private let limit: Duration?
    private let instant: ContinuousClock.Instant?

    /// Creates the deadline of a request that begins now.
    init(_ request: Request) {
        limit = request.timeout
        // No exchange lasts longer.
        instant = limit.map { .now + min($0, .seconds(1 << 28)) }
    }

    /// Checks the time and the task.
    ///
    /// - Throws: `CancellationError`, or `TransportError` if the time has passed.
    func check() throws {
        try Task.checkCancellation()
        guard let limit, let instant, ContinuousClock.now > instant else { return }
        throw TransportError(.timedOut, "the response wasn't complete within \(limit)")
    }
}
