/// The moment of a fiber's next step: the time, and a number that orders steps at the same time.
struct Moment: Comparable {
    let time: Duration
    let number: Int

    static func < (left: Moment, right: Moment) -> Bool {
        (left.time, left.number) < (right.time, right.number)
    }
}

/// The fibers and when they take their next step: a binary heap, the earliest moment first. It references them weakly;
/// fibers that are gone are skipped.
struct EventQueue {
    private struct Entry {
        let moment: Moment
        /// The measured exchange that led to the step.
        let cause: Int?
        weak var fiber: (any Advancing)?
    }

    private var entries: [Entry] = []
    private var lastNumber = 0

    /// Adds a fiber behind all others of the same time.
    mutating func append(_ fiber: any Advancing, at time: Duration, after cause: Int?) {
        lastNumber += 1
        entries.append(Entry(moment: Moment(time: time, number: lastNumber), cause: cause, fiber: fiber))
        var index = entries.count - 1
        while index > 0, entries[index].moment < entries[(index - 1) / 2].moment {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// The time of the next step; nil if there is none. Drops fibers that are gone.
    var nextTime: Duration? {
        mutating get {
            while let first = entries.first, first.fiber == nil { _ = removeFirst() }
            return entries.first?.moment.time
        }
    }

    /// Removes and returns the first fiber that still exists; nil if there is none.
    mutating func popFirst() -> (fiber: any Advancing, time: Duration, cause: Int?)? {
        while !entries.isEmpty {
            let entry = removeFirst()
            if let fiber = entry.fiber { return (fiber, entry.moment.time, entry.cause) }
        }
        return nil
    }

    private mutating func removeFirst() -> Entry {
        entries.swapAt(0, entries.count - 1)
        let first = entries.removeLast()
        var index = 0
        while let child = earlierChild(of: index), entries[child].moment < entries[index].moment {
            entries.swapAt(index, child)
            index = child
        }
        return first
    }

    private func earlierChild(of index: Int) -> Int? {
        let (left, right) = (2 * index + 1, 2 * index + 2)
        guard left < entries.count else { return nil }
        return right < entries.count && entries[right].moment < entries[left].moment ? right : left
    }
}
