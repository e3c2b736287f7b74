/// The fibers that could take the next step: all that are due, and all that wait for an answer, which may come at any
/// time.
struct OpenQueue {
    private struct Entry {
        let number: Int
        let time: Duration
        /// Whether the fiber waits for an answer.
        let isAnswer: Bool
        /// The step that added the entry.
        let cause: Int?
    }

    private struct WeakFiber {
        weak var fiber: (any Advancing)?
    }

    private var entries: [Entry] = []
    /// The fibers of the entries. They are apart from them, because copying a weak reference is slow.
    private var fibers: [WeakFiber] = []
    private(set) var time: Duration

    init(at time: Duration) { self.time = time }

    /// Sets the time of the next steps.
    mutating func advance(to time: Duration) { self.time = max(self.time, time) }

    mutating func append(_ fiber: any Advancing, number: Int, at time: Duration, isAnswer: Bool, cause: Int?) {
        entries.append(Entry(number: number, time: time, isAnswer: isAnswer, cause: cause))
        fibers.append(WeakFiber(fiber: fiber))
    }

    /// Removes and returns the fiber that the scheduler chooses, with whether time advances; nil if there is none.
    ///
    /// The fibers added by the latest step come first, so that a branch continues as far as it can.
    mutating func popNext(by scheduler: inout Scheduler?) -> (fiber: any Advancing, movesTime: Bool, isAnswer: Bool)? {
        let readyTime = dropReleased()
        let latest = scheduler?.lastStep
        var (candidates, numbers, causes, waiting): ([Int], [Int], [Int?], [Int?]) = ([], [], [], [])
        var others: [Int] = []
        // Loops over indices, here and below: in a debug build, they are much faster than sequences with closures.
        var index = 0
        while index < entries.count {
            let entry = entries[index]
            if !entry.isAnswer, entry.time > readyTime {
                if readyTime == time { waiting.append(entry.cause) }
            } else if entry.cause == latest {
                candidates.append(index)
                numbers.append(entry.number)
                causes.append(entry.cause)
            } else {
                others.append(index)
            }
            index += 1
        }
        for other in others {
            candidates.append(other)
            numbers.append(entries[other].number)
            causes.append(entries[other].cause)
        }
        guard !candidates.isEmpty,
            let choice = scheduler?.choose(among: numbers, causes: causes, waiting: waiting)
        else { return nil }
        let entry = entries.remove(at: candidates[choice])
        guard let fiber = fibers.remove(at: candidates[choice]).fiber else { return nil }
        let movesTime = !entry.isAnswer && entry.time > time
        if movesTime { time = entry.time }
        return (fiber, movesTime, entry.isAnswer)
    }

    /// Drops the fibers that were released. Returns the time of those that are ready: the current time, or else the
    /// time of the first step that isn't an answer.
    private mutating func dropReleased() -> Duration {
        var (index, next) = (0, Duration?.none)
        while index < entries.count {
            guard fibers[index].fiber != nil else {
                entries.remove(at: index)
                fibers.remove(at: index)
                continue
            }
            if !entries[index].isAnswer { next = min(next ?? entries[index].time, entries[index].time) }
            index += 1
        }
        return max(next ?? time, time)
    }
}
