import ResourcefulTesting

/// A model of `OrderSearch`: it performs every run, and after each it looks for conflicts between all steps.
struct OrderSearchModel {
    private struct Node {
        var step: Scheduler.Step
        /// The fibers that were already chosen here, with the footprints of their steps.
        var tried: [Int: Footprint] = [:]
        /// Whether a later step conflicts with the chosen one, so that another fiber might have come first.
        var isContested = false
    }

    private var nodes: [Node] = []
    /// The index of the first node with a choice. Those before it are the same in every order.
    private var firstChoice = 0
    private(set) var isDone = false

    /// The scheduler of the next run.
    var scheduler: Scheduler {
        let asleep = nodes.last.map { $0.step.asleep.merging($0.tried) { $1 } } ?? [:]
        let choices = nodes.filter { $0.step.candidates.count > 1 }.map(\.step.choice)
        return Scheduler(choices, asleep: asleep)
    }

    /// Records the steps of a run, and advances to the next order.
    mutating func learn(from scheduler: Scheduler) {
        let steps = scheduler.steps
        for index in nodes.indices where index < steps.count { nodes[index].step.footprint = steps[index].footprint }
        nodes += steps.dropFirst(nodes.count).map { Node(step: $0) }
        markContested(steps)
        // The last step of an abandoned run wasn't taken.
        if scheduler.isCut { nodes.removeLast() }
        while let last = nodes.indices.last {
            if nodes[last].isContested, let choice = nextChoice(at: nodes[last]) {
                nodes[last].tried[nodes[last].step.fiber] = nodes[last].step.footprint
                nodes[last].step = nodes[last].step.choosing(choice)
                return
            }
            nodes.removeLast()
        }
        isDone = true
    }

    private func nextChoice(at node: Node) -> Int? {
        node.step.candidates.indices.first { index in
            let fiber = node.step.candidates[index]
            guard fiber != node.step.fiber, node.tried[fiber] == nil else { return false }
            return node.step.asleep[fiber] == nil
        }
    }

    /// Marks the steps that a later step conflicts with, unless they caused the later one.
    private mutating func markContested(_ steps: [Scheduler.Step]) {
        guard let first = nodes.firstIndex(where: { $0.step.candidates.count > 1 }) else { return }
        firstChoice = first
        for (index, step) in steps.enumerated() {
            mark(step.footprint, cause: step.cause, before: index)
            // A step that ends other branches hides their conflicts: those of branches that were ready, and those of
            // branches that would have advanced the time.
            if step.footprint.isOverall { nodes[index].isContested = true }
            if step.footprint.isOverall || step.asleep.values.contains(where: \.isOverall) {
                for cause in step.waiting { mark(.advancingTime, cause: cause, before: index) }
            }
            for (place, fiber) in step.candidates.enumerated() {
                guard let footprint = step.asleep[fiber] else { continue }
                mark(footprint, cause: step.causes[place], before: index)
            }
        }
    }

    private mutating func mark(_ footprint: Footprint, cause: Int?, before index: Int) {
        guard !footprint.isEmpty else { return }
        var origin = cause
        for earlier in stride(from: index - 1, through: firstChoice, by: -1) {
            if earlier == origin {
                origin = nodes[earlier].step.cause
            } else if !nodes[earlier].isContested, nodes[earlier].step.candidates.count > 1,
                nodes[earlier].step.footprint.conflicts(with: footprint)
            {
                nodes[earlier].isContested = true
            }
        }
    }
}
