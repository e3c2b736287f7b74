/// Who could take a step: all whose turn is now, and all whose answers are on their way, which may come at any time.
struct OpenQueue {
    private struct Entry {
        weak var fiber: (any Advancing)?
        let number: Int
        let time: Duration
        /// Whether it is an answer that is waited for.
        let isAnswer: Bool
        /// The step by which it is here.
        let cause: Int?
    }

    private var entries: [Entry] = []
    private(set) var time: Duration

    init(at time: Duration) { self.time = time }

    mutating func append(_ fiber: any Advancing, number: Int, at time: Duration, isAnswer: Bool, cause: Int?) {
        entries.append(Entry(fiber: fiber, number: number, time: time, isAnswer: isAnswer, cause: cause))
    }

    /// Takes out the one that the scheduler chooses, and tells whether time moves on by it; nil when there is none.
    ///
    /// First in line is who is there by the latest step, so that a branch goes on as far as it gets.
    mutating func popNext(by scheduler: inout Scheduler) -> (fiber: any Advancing, movesTime: Bool, isAnswer: Bool)? {
        entries.removeAll { $0.fiber == nil }
        let due = entries.indices.filter { !entries[$0].isAnswer && entries[$0].time <= time }
        let next = entries.filter { !$0.isAnswer }.map(\.time).min()
        let ready = due.isEmpty ? entries.indices.filter { !entries[$0].isAnswer && entries[$0].time == next } : due
        let latest = scheduler.steps.count - 1
        let open = entries.indices.filter { entries[$0].isAnswer || ready.contains($0) }
        let candidates = open.filter { entries[$0].cause == latest } + open.filter { entries[$0].cause != latest }
        let waiting = due.isEmpty ? [] : entries.filter { !$0.isAnswer && $0.time > time }
        guard !candidates.isEmpty,
            let choice = scheduler.choose(
                among: candidates.map { entries[$0].number }, causes: candidates.map { entries[$0].cause },
                waiting: waiting.map(\.cause))
        else { return nil }
        let entry = entries.remove(at: candidates[choice])
        guard let fiber = entry.fiber else { return nil }
        let movesTime = !entry.isAnswer && entry.time > time
        if movesTime { time = entry.time }
        return (fiber, movesTime, entry.isAnswer)
    }
}
