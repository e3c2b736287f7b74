/// The fibers that could take the next step: all that are due, and all that wait for an answer, which may come at any
/// time.
struct OpenQueue {
    private struct Entry {
        weak var fiber: (any Advancing)?
        let number: Int
        let time: Duration
        /// Whether the fiber waits for an answer.
        let isAnswer: Bool
        /// The step that added the entry.
        let cause: Int?
    }

    private var entries: [Entry] = []
    private(set) var time: Duration

    init(at time: Duration) { self.time = time }

    /// Sets the time of the next steps.
    mutating func advance(to time: Duration) { self.time = max(self.time, time) }

    mutating func append(_ fiber: any Advancing, number: Int, at time: Duration, isAnswer: Bool, cause: Int?) {
        entries.append(Entry(fiber: fiber, number: number, time: time, isAnswer: isAnswer, cause: cause))
    }

    /// Removes and returns the fiber that the scheduler chooses, with whether time advances; nil if there is none.
    ///
    /// The fibers added by the latest step come first, so that a branch continues as far as it can.
    mutating func popNext(by scheduler: inout Scheduler?) -> (fiber: any Advancing, movesTime: Bool, isAnswer: Bool)? {
        entries.removeAll { $0.fiber == nil }
        // The time of all that are ready: the current time, or else the next one.
        let readyTime = max(nextTime ?? time, time)
        let latest = scheduler?.steps.indices.last
        var (candidates, others, waiting): ([Int], [Int], [Int?]) = ([], [], [])
        // Not the entries themselves: copying a weak reference is slow.
        for index in entries.indices {
            if entries[index].isAnswer || entries[index].time <= readyTime {
                if entries[index].cause == latest { candidates.append(index) } else { others.append(index) }
            } else if readyTime == time {
                waiting.append(entries[index].cause)
            }
        }
        candidates += others
        guard !candidates.isEmpty,
            let choice = scheduler?.choose(
                among: candidates.map { entries[$0].number }, causes: candidates.map { entries[$0].cause },
                waiting: waiting)
        else { return nil }
        let entry = entries.remove(at: candidates[choice])
        guard let fiber = entry.fiber else { return nil }
        let movesTime = !entry.isAnswer && entry.time > time
        if movesTime { time = entry.time }
        return (fiber, movesTime, entry.isAnswer)
    }

    /// The time of the first step that isn't an answer.
    private var nextTime: Duration? {
        entries.indices.lazy.filter { !entries[$0].isAnswer }.map { entries[$0].time }.min()
    }
}
