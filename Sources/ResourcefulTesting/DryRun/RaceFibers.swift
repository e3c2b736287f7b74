/// The branches of a race. Releasing it releases the losers, which then take no more steps.
final class RaceFibers<Element> {
    private let plans: [Plan<Element>]
    private let rules: RaceRules
    private var course: RaceCourse<Element>
    private var fibers: [any Advancing] = []
    private var pause: (any Advancing)?
    private let context: FiberContext
    private let simulation: Simulation
    private let whenDone: (Plan<Element>, Duration) -> Void

    /// Begins the race. It reports a finished plan with the outcome to `whenDone`.
    init(
        _ race: Race<Element>, at time: Duration, in context: FiberContext, _ simulation: Simulation,
        whenDone: @escaping (Plan<Element>, Duration) -> Void
    ) {
        (plans, rules) = (race.plans, race.rules)
        course = RaceCourse(of: race)
        self.context = context
        self.simulation = simulation
        self.whenDone = whenDone
        carryOut(course.begin(), at: time)
    }

    private func carryOut(_ move: RaceCourse<Element>.Move, at time: Duration) {
        if let outcome = move.outcome {
            simulation.touch { $0.spreadOverall() }
            return whenDone(outcome, time)
        }
        for index in move.starts {
            var branch = context.branching(index)
            branch.layers = branch.layers.racing(by: rules, since: simulation.date(at: time))
            let fiber = Fiber(plans[index], at: time, in: branch, simulation) { [weak self] in
                guard let self else { return }
                carryOut(course.ended(.outcome($0)), at: $1)
            }
            fibers.append(fiber)
        }
        guard let wait = move.wait else { return }
        pause = Fiber(Plan<Void>.wait(for: wait.duration), at: time, in: context, simulation) { [weak self] in
            guard let self else { return }
            carryOut(course.waited(wait.number), at: $1)
        }
    }
}
