/// Enumerates all orders of a program, each once. Orders that differ only in independent steps count as one.
///
/// A depth-first search with sleep sets (Godefroid 1996). It skips alternatives if no conflict was found (after
/// Flanagan and Godefroid 2005). A run repeats the steps before its last choice, so only later ones are examined. A run
/// that would be abandoned isn't performed if the latest one has shown all of its steps.
struct OrderSearch {
    private struct Node {
        var step: Scheduler.Step
        /// The fibers that were already chosen here, with the footprints of their steps.
        var tried: [Int: Footprint] = [:]
        /// Whether a later step conflicts with the chosen one, so that another fiber might have come first.
        var isContested = false
    }

    private var nodes: [Node] = []
    /// The choices at the nodes that have one.
    private var choices: [Int] = []
    /// The indices of the nodes that have a choice and aren't contested, ascending.
    private var uncontested: [Int] = []
    /// What the steps read and changed, and their causes. They are apart from the nodes, which are slow to copy.
    private var footprints: [Footprint] = []
    private var causes: [Int?] = []
    /// Whether to try all orders, regardless of conflicts.
    private let isPlain: Bool
    private(set) var isDone = false
    /// The number of runs so far, including those that weren't performed because they would have been abandoned.
    private(set) var runs = 0
    /// The steps of the latest run, and whether the last one of them wasn't taken.
    private var (latest, isCut): ([Scheduler.Step], Bool) = ([], false)

    init(isPlain: Bool = false) { self.isPlain = isPlain }

    /// The scheduler of the next run.
    var scheduler: Scheduler {
        let asleep = nodes.last.map { $0.step.asleep.merging($0.tried) { $1 } } ?? [:]
        return Scheduler(choices, asleep: isPlain ? [:] : asleep)
    }

    /// Records the steps of a run, and advances to the next order.
    mutating func learn(from scheduler: Scheduler) {
        let steps = scheduler.steps
        (latest, isCut) = (scheduler.leavesRuns ? [] : steps, scheduler.isCut)
        runs += 1
        if let last = nodes.indices.last, last < steps.count {
            footprints[last] = steps[last].footprint
            markContested(by: steps[last])
        }
        for step in steps.dropFirst(nodes.count) {
            markContested(by: step)
            append(step)
        }
        // The last step of an abandoned run wasn't taken.
        if isCut { removeLast() }
        while let last = nodes.last {
            guard isPlain || last.isContested, let choice = nextChoice(at: last) else {
                removeLast()
                continue
            }
            let index = nodes.count - 1
            nodes[index].tried[last.step.fiber] = footprints[index]
            nodes[index].step = last.step.choosing(choice)
            choices[choices.count - 1] = choice
            causes[index] = nodes[index].step.cause
            guard let footprint = footprintIfAbandoned() else { return }
            footprints[index] = footprint
            runs += 1
        }
        isDone = true
    }

    private func nextChoice(at node: Node) -> Int? {
        node.step.candidates.indices.first { index in
            let fiber = node.step.candidates[index]
            guard fiber != node.step.fiber, node.tried[fiber] == nil else { return false }
            return isPlain || node.step.asleep[fiber] == nil
        }
    }

    /// Returns what the chosen step at the last node would read and change if the run were abandoned when that step and
    /// all that it leads to are done; nil if only a run can tell.
    ///
    /// In the latest run, these steps came later. They are the same if they conflict with nothing that came before them
    /// there. The run is abandoned if all other fibers must not continue, and none of the steps conflicts with them.
    private func footprintIfAbandoned() -> Footprint? {
        guard !isPlain, let node = nodes.last else { return nil }
        let known = node.step.asleep.merging(node.tried) { $1 }
        let asleep = node.step.candidates.compactMap { known[$0] }
        // A fiber that waits neither for an answer nor for a time keeps the time from advancing.
        guard asleep.count == node.step.candidates.count - 1, !asleep.contains(where: \.isOverall),
            asleep.contains(where: \.isTimeless)
        else { return nil }
        var (first, others) = (Footprint?.none, Footprint())
        // The steps, and the fibers that are about to take one.
        var (chain, ready): (Set<Int>, Set<Int>) = ([], [node.step.fiber])
        var index = nodes.count - 1
        while index < latest.count {
            let step = latest[index]
            defer { index += 1 }
            let isInChain = { (cause: Int?) in cause.map(chain.contains) == true }
            if step.waiting.contains(where: isInChain) { return nil }
            for (fiber, cause) in zip(step.candidates, step.causes) where isInChain(cause) { ready.insert(fiber) }
            if isCut, index == latest.count - 1 { break }
            guard ready.remove(step.fiber) != nil else {
                others.formUnion(step.footprint)
                continue
            }
            let isWoken = asleep.contains(where: step.footprint.conflicts)
            if isWoken || step.footprint.beginsNext || step.footprint.conflicts(with: others) { return nil }
            first = first ?? step.footprint
            chain.insert(index)
        }
        return ready.isEmpty ? first : nil
    }

    private mutating func append(_ step: Scheduler.Step) {
        let hasChoice = step.candidates.count > 1
        if hasChoice { choices.append(step.choice) }
        if hasChoice, !step.footprint.isOverall { uncontested.append(nodes.count) }
        footprints.append(step.footprint)
        causes.append(step.cause)
        // A step that ends other branches hides their conflicts.
        nodes.append(Node(step: step, isContested: step.footprint.isOverall))
    }

    private mutating func removeLast() {
        footprints.removeLast()
        causes.removeLast()
        if nodes.removeLast().step.candidates.count > 1 { choices.removeLast() }
        if uncontested.last == nodes.count { uncontested.removeLast() }
    }

    /// Marks the steps that a later step conflicts with, unless they caused it.
    private mutating func markContested(by step: Scheduler.Step) {
        guard !isPlain, !uncontested.isEmpty else { return }
        mark(step.footprint, cause: step.cause)
        // The hidden conflicts are those of branches that were ready, and those of branches that would have advanced
        // the time.
        if step.footprint.isOverall || step.asleep.values.contains(where: \.isOverall) {
            for cause in step.waiting { mark(.advancingTime, cause: cause) }
        }
        guard !step.asleep.isEmpty else { return }
        for (place, fiber) in step.candidates.enumerated() {
            if let footprint = step.asleep[fiber] { mark(footprint, cause: step.causes[place]) }
        }
    }

    private mutating func mark(_ footprint: Footprint, cause: Int?) {
        guard !footprint.isEmpty else { return }
        var (origin, place) = (cause, uncontested.count)
        while place > 0 {
            place -= 1
            let earlier = uncontested[place]
            while let later = origin, later > earlier { origin = causes[later] }
            guard earlier != origin, footprints[earlier].conflicts(with: footprint) else { continue }
            nodes[earlier].isContested = true
            uncontested.remove(at: place)
        }
    }
}
