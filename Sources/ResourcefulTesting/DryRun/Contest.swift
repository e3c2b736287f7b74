import ResourcefulCore

/// The branches of a race. Releasing it releases the losers, which then take no more steps.
final class Contest<Element> {
    private let plans: [Plan<Element>]
    private var course: RaceCourse<Element>
    private var fibers: [any Advancing] = []
    private var pause: (any Advancing)?
    private let context: FiberContext
    private let world: World
    private let whenDone: (Plan<Element>, Duration) -> Void

    /// Begins the race. It reports a finished plan with the outcome to `whenDone`.
    init(
        _ race: Race<Element>, at time: Duration, in context: FiberContext, _ world: World,
        whenDone: @escaping (Plan<Element>, Duration) -> Void
    ) {
        plans = race.plans
        course = RaceCourse(of: race)
        self.context = context
        self.world = world
        self.whenDone = whenDone
        carryOut(course.begin(), at: time)
    }

    private func carryOut(_ move: RaceCourse<Element>.Move, at time: Duration) {
        if let outcome = move.outcome {
            world.touch { $0.spreadOverall() }
            return whenDone(outcome, time)
        }
        for index in move.starts {
            let fiber = Fiber(plans[index], at: time, in: context.branching(index), world) { [weak self] in
                guard let self else { return }
                carryOut(course.ended(.outcome($0)), at: $1)
            }
            fibers.append(fiber)
        }
        guard let wait = move.wait else { return }
        pause = Fiber(Plan<Void>.wait(for: wait.duration), at: time, in: context, world) { [weak self] in
            guard let self else { return }
            carryOut(course.waited(wait.number), at: $1)
        }
    }
}
