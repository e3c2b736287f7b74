/// The plans of a race that start together, and what ends the race.
package enum RaceRules: Sendable {
    /// All plans start at once, and the first value wins.
    case together
    /// The next plan starts after a delay or when the one before it fails, and the first value wins.
    case staggered(Duration)
    /// The next plan starts after a delay if the ones before it are still under way, and the first value wins. The
    /// race is lost when no plan is under way.
    case hedged(Duration)
    /// All plans start at once, and the first value or failure is the outcome. The first plan has this long.
    case deadline(Duration)

    /// The rules on one line, after the plans.
    var text: String {
        switch self {
        case .together, .deadline: ""
        case .staggered(let delay), .hedged(let delay): ", the next one after \(delay.brief)"
        }
    }

    /// The delay before the next plan starts; nil if all start at once.
    var delay: Duration? {
        switch self {
        case .together, .deadline: nil
        case .staggered(let delay), .hedged(let delay): max(.zero, delay)
        }
    }
}

/// The failure of a plan that withdraws from a race: the race has the outcome of the other plans.
public struct OutOfRace: Error {
    /// Creates the failure.
    public init() {}
}

/// The course of a race. Interpreters tell it what happens, and do what it says.
package struct RaceCourse<Element> {
    /// What an interpreter does next.
    package struct Move {
        /// The indices of the plans that start.
        package var starts = 0..<0
        /// The wait that begins. When it is over, the interpreter tells the course its number.
        package var wait: (duration: Duration, number: Int)?
        /// The finished plan with the outcome, if the race is over.
        package var outcome: Plan<Element>?
    }

    private let count: Int
    private let rules: RaceRules
    private var (started, failed) = (0, 0)
    /// The plan that failed last, unless it withdrew.
    private var failure: Plan<Element>?
    /// The number of the wait for the next start. Earlier waits don't matter.
    private var waitNumber = 0

    /// Creates the course of a race that hasn't begun.
    package init(of race: Race<Element>) { (count, rules) = (race.plans.count, race.rules) }

    /// Begins the race.
    package mutating func begin() -> Move {
        guard rules.delay == nil else { return startNext() }
        started = count
        return Move(starts: 0..<count)
    }

    /// Returns what follows from the end of a wait.
    package mutating func waited(_ number: Int) -> Move {
        number == waitNumber && started < count ? startNext() : Move()
    }

    /// Returns what follows from the outcome of a plan, which is a finished plan.
    package mutating func ended(_ plan: Plan<Element>) -> Move {
        guard case .failure(let error) = plan.head, !(error is CancellationError) else { return Move(outcome: plan) }
        failed += 1
        if !(error is OutOfRace) { failure = plan }
        switch rules {
        case .deadline: return Move(outcome: plan)
        case .staggered where started < count: return startNext()
        case .together, .staggered, .hedged: return failed == started ? Move(outcome: failure ?? plan) : Move()
        }
    }

    private mutating func startNext() -> Move {
        started += 1
        waitNumber += 1
        var move = Move(starts: started - 1..<started)
        if started < count, let delay = rules.delay { move.wait = (delay, waitNumber) }
        return move
    }
}
