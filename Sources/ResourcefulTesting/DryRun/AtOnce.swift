import ResourcefulCore

extension Both {
    /// The two plans, begun.
    func begun(at moment: Moment, context: StrandContext, in world: World) -> any Waiting<Value> {
        TwoStrands(
            left: Strand(left, at: world.nextTurn(at: moment.time), in: context),
            right: Strand(right, at: world.nextTurn(at: moment.time), in: context), next: next)
    }
}

extension Each {
    /// The plans, as many of them begun as may be.
    func begun(at moment: Moment, context: StrandContext, in world: World) -> any Waiting<Value> {
        ManyStrands(
            plans: plans, limit: limit ?? plans.count, next: next, context: context, time: moment.time, world: world)
    }
}

/// Two branches. The one that is ready first goes first; the first failure drops the other one.
private struct TwoStrands<Left, Right, Value>: Waiting {
    let left: Strand<Left>
    let right: Strand<Right>
    let next: Next<(Left, Right), Value>

    var ready: Moment? { earlier(left.ready, right.ready) ?? (isOver ? max(left.moment, right.moment) : nil) }

    private var isOver: Bool { left.outcome != nil && right.outcome != nil }

    func advance(in world: World) -> (Plan<Value>, Duration)? {
        switch (left.ready, right.ready) {
        case (let first?, let second?) where first < second: left.advance(in: world)
        case (_, _?): right.advance(in: world)
        case (_?, nil): left.advance(in: world)
        case (nil, nil): break
        }
        switch (left.outcome, right.outcome) {
        case (.failure(let error), _): return (next(.failure(error)), left.moment.time)
        case (_, .failure(let error)): return (next(.failure(error)), right.moment.time)
        case (.success(let left), .success(let right)): return (next(.success((left, right))), ready?.time ?? .zero)
        default: return nil
        }
    }
}

/// Any number of branches, some of them still to begin. The first failure drops the rest.
private final class ManyStrands<Element, Value>: Waiting {
    private var waiting: ArraySlice<Plan<Element>>
    private var strands: [Strand<Element>] = []
    private var last: Moment
    private let next: Next<[Element], Value>
    private let context: StrandContext

    init(
        plans: [Plan<Element>], limit: Int, next: Next<[Element], Value>, context: StrandContext, time: Duration,
        world: World
    ) {
        waiting = plans[...]
        self.next = next
        self.context = context
        last = world.nextTurn(at: time)
        for _ in 0..<min(limit, plans.count) { begin(at: time, in: world) }
    }

    var ready: Moment? {
        strands.reduce(nil) { earlier($0, $1.ready) } ?? (strands.allSatisfy { $0.outcome != nil } ? last : nil)
    }

    func advance(in world: World) -> (Plan<Value>, Duration)? {
        let first = strands.filter { $0.ready != nil }.min { left, right in
            guard let left = left.ready, let right = right.ready else { return false }
            return left < right
        }
        if let first {
            first.advance(in: world)
            switch first.outcome {
            case .failure(let error): return (next(.failure(error)), first.moment.time)
            case .success:
                last = max(last, first.moment)
                begin(at: first.moment.time, in: world)
            case nil: return nil
            }
        }
        let outcomes = strands.compactMap { try? $0.outcome?.get() }
        return outcomes.count == strands.count ? (next(.success(outcomes)), last.time) : nil
    }

    private func begin(at time: Duration, in world: World) {
        guard let plan = waiting.popFirst() else { return }
        strands.append(Strand(plan, at: world.nextTurn(at: time), in: context))
    }
}

private func earlier(_ left: Moment?, _ right: Moment?) -> Moment? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
}
