extension Both {
    /// Begins both plans. The caller resumes when both are done or one has failed.
    func begin<Value>(
        at time: Duration, in context: FiberContext, _ simulation: Simulation, _ next: Next<(Left, Right), Value>,
        resume: @escaping (Plan<Value>, Duration) -> Void
    ) -> AnyObject? {
        let two = BothFibers<Left, Right>(simulation) { outcome, time in resume(next(outcome), time) }
        two.begin(left, right, at: time, in: context)
        return two
    }
}

extension Each {
    /// Begins the plans, up to the limit. The caller resumes when all are done or one has failed. Returns nil if there
    /// are no plans.
    func begin<Value>(
        at time: Duration, in context: FiberContext, _ simulation: Simulation, _ next: Next<[Element], Value>,
        resume: @escaping (Plan<Value>, Duration) -> Void
    ) -> AnyObject? {
        guard !plans.isEmpty else {
            resume(next(.success([])), time)
            return nil
        }
        let many = EachFibers(plans, in: context, simulation) { outcome, time in resume(next(outcome), time) }
        for _ in 0..<min(limit ?? plans.count, plans.count) { many.beginNext(at: time) }
        return many
    }
}

/// Two branches. The first failure is the outcome.
private final class BothFibers<Left, Right> {
    private var fibers: [any Advancing] = []
    private var left: Left?
    private var right: Right?
    private let simulation: Simulation
    private let whenDone: (Result<(Left, Right), any Error>, Duration) -> Void

    init(_ simulation: Simulation, whenDone: @escaping (Result<(Left, Right), any Error>, Duration) -> Void) {
        self.simulation = simulation
        self.whenDone = whenDone
    }

    func begin(_ left: Plan<Left>, _ right: Plan<Right>, at time: Duration, in context: FiberContext) {
        fibers = [
            Fiber(left, at: time, in: context.branching(0), simulation) { [weak self] in
                self?.end($0.map { ($0, nil) }, at: $1)
            },
            Fiber(right, at: time, in: context.branching(1), simulation) { [weak self] in
                self?.end($0.map { (nil, $0) }, at: $1)
            },
        ]
    }

    private func end(_ outcome: Result<(Left?, Right?), any Error>, at time: Duration) {
        switch outcome {
        case .failure(let error):
            // Releases, and so ends, the other branch.
            simulation.touch { $0.spreadOverall() }
            whenDone(.failure(error), time)
        case .success(let values):
            left = values.0 ?? left
            right = values.1 ?? right
            if let left, let right { whenDone(.success((left, right)), time) }
        }
    }
}

/// Any number of branches, some of which may not have begun. The first failure is the outcome.
private final class EachFibers<Element> {
    private let plans: [Plan<Element>]
    private var values: [Element?]
    private var fibers: [Int: Fiber<Element>] = [:]
    private var (begun, done) = (0, 0)
    private let context: FiberContext
    private let simulation: Simulation
    private let whenDone: (Result<[Element], any Error>, Duration) -> Void

    init(
        _ plans: [Plan<Element>], in context: FiberContext, _ simulation: Simulation,
        whenDone: @escaping (Result<[Element], any Error>, Duration) -> Void
    ) {
        self.plans = plans
        values = Array(repeating: nil, count: plans.count)
        self.context = context
        self.simulation = simulation
        self.whenDone = whenDone
    }

    func beginNext(at time: Duration) {
        guard begun < plans.count else { return }
        fibers[begun] = Fiber(plans[begun], at: time, in: context.branching(begun), simulation) { [weak self, begun] in
            self?.end(begun, $0, at: $1)
        }
        begun += 1
    }

    private func end(_ index: Int, _ outcome: Result<Element, any Error>, at time: Duration) {
        do {
            values[index] = try outcome.get()
        } catch {
            simulation.touch { $0.spreadOverall() }
            return whenDone(.failure(error), time)
        }
        fibers[index] = nil
        done += 1
        guard done == plans.count else { return beginNext(at: time) }
        whenDone(.success(values.compactMap { $0 }), time)
    }
}
