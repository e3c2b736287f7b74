/// Enumerates all orders of a program, each once. Orders that differ only in independent steps count as one.
///
/// A depth-first search with sleep sets (Godefroid 1996). It skips alternatives if no conflict was found (after
/// Flanagan and Godefroid 2005). A run repeats the steps before its last choice, so only what follows is examined.
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

    init(isPlain: Bool = false) { self.isPlain = isPlain }

    /// The scheduler of the next run.
    var scheduler: Scheduler {
        let asleep = nodes.last.map { $0.step.asleep.merging($0.tried) { $1 } } ?? [:]
        return Scheduler(choices, asleep: isPlain ? [:] : asleep)
    }

    /// Records the steps of a run, and advances to the next order.
    mutating func learn(from scheduler: Scheduler) {
        let (steps, known) = (scheduler.steps, nodes.count)
        if let last = nodes.indices.last, last < steps.count {
            footprints[last] = steps[last].footprint
            nodes[last].step.footprint = steps[last].footprint
            markContested(by: steps[last], at: last)
        }
        var index = known
        while index < steps.count {
            markContested(by: steps[index], at: index)
            // The last step of an abandoned run wasn't taken.
            if !scheduler.isCut || index + 1 < steps.count { append(steps[index]) }
            index += 1
        }
        while let last = nodes.last {
            if isPlain || last.isContested, let choice = nextChoice(at: last) { return choose(choice) }
            removeLast()
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

    private mutating func choose(_ choice: Int) {
        let last = nodes.count - 1
        nodes[last].tried[nodes[last].step.fiber] = footprints[last]
        nodes[last].step = nodes[last].step.choosing(choice)
        choices[choices.count - 1] = choice
        causes[last] = nodes[last].step.cause
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

    /// Marks the steps before an index that the step there conflicts with, unless they caused it.
    private mutating func markContested(by step: Scheduler.Step, at index: Int) {
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
