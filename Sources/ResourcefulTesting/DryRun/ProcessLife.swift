/// The life of the process that a run takes place in: what it does that outlives it, and where it ends.
///
/// The effects that outlive a process are requests that are sent, changes of the store and of the cache, and the end of
/// a load. Whatever happens between two of them makes no difference to what comes after a crash.
package struct ProcessLife {
    /// The numbers of the effects before which the process ends.
    package var crashes: Set<Int> = []
    /// Whether the answering function is given the number of the effect, instead of the number of the request.
    package var numbersEffects = false
    /// The number of effects so far.
    package fileprivate(set) var effectCount = 0
    /// The numbers of the effects that are requests, in order.
    package internal(set) var sent: [Int] = []
    /// Whether the process has ended in the last load.
    package internal(set) var hasCrashed = false
}

extension DryRun {
    /// Ends the process before effects, by their numbers from 1 on, over all loads of the run.
    ///
    ///     run.crash(before: [3])
    ///     #expect(throws: DryRun.Crashed.self) { try run.load(checkout) }
    ///     _ = try run.load(checkout)  // in a new process, with the store and the cache of the old one
    ///
    /// The effects that count outlive a process: requests that are sent, changes of the store and of the cache, and the
    /// end of a load. What is in memory is gone after a crash, also the runs that ``finishRuns()`` would finish.
    /// `DryRun.explore` in `ResourcefulLab` finds the numbers that make a difference.
    public mutating func crash(before effects: Set<Int>) { life.crashes = effects }

    /// The error of a load during which the process ended; see ``crash(before:)``.
    public struct Crashed: Error, Hashable {}
}

extension Simulation {
    /// Counts an effect that outlives the process, and returns whether the process ends before it.
    func endsProcess(at time: Duration) -> Bool {
        guard !life.hasCrashed else { return true }
        life.effectCount += 1
        if life.numbersEffects || !life.crashes.isEmpty { touch { $0.write(.life) } }
        guard life.crashes.contains(life.effectCount) else { return false }
        touch { $0.spreadOverall() }
        record(.crashed, at: time)
        life.hasCrashed = true
        return true
    }

    /// Ends what is under way.
    func crash<Value>() -> (outcome: Result<Value, any Error>, time: Duration) {
        cancelRuns()
        return (.failure(DryRun.Crashed()), time)
    }
}
