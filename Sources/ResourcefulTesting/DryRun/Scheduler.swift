/// Chooses the next fiber if several could go on, and records the alternatives.
package struct Scheduler {
    /// How to choose when all given choices are used up.
    private enum Rule {
        case first
        /// Draws from all candidates in the given percentage of steps, and takes the first one in the others.
        case drawn(SplitMix64, percent: UInt64)
    }

    /// A step of a run.
    package struct Step {
        /// The fibers that could have taken it.
        package let candidates: [Int]
        /// The fibers that must not take it because another run tried that, with what they would do.
        package let asleep: [Int: Footprint]
        /// The index of the chosen candidate.
        package let choice: Int
        /// The steps that made the candidates ready; nil for the beginning.
        package let causes: [Int?]
        /// The same for the fibers that wait for virtual time to advance.
        package let waiting: [Int?]
        /// What the step read and changed.
        package var footprint = Footprint()

        package var fiber: Int { candidates[choice] }
        package var cause: Int? { causes[choice] }

        /// Returns the step of another candidate, with nothing read or changed yet.
        package func choosing(_ choice: Int) -> Step {
            Step(candidates: candidates, asleep: asleep, choice: choice, causes: causes, waiting: waiting)
        }
    }

    private var given: ArraySlice<Int>
    private var rule = Rule.first
    private var asleep: [Int: Footprint] = [:]
    private var asleepLater: [Int: Footprint]
    package private(set) var steps: [Step] = []
    /// Whether only steps that other runs have tried were left.
    package private(set) var isCut = false
    private var lastNumber = 0

    /// - Parameter asleep: The fibers that must not continue after the last of the choices, with what they would do.
    package init(_ choices: [Int], asleep: [Int: Footprint] = [:]) {
        given = choices[...]
        asleepLater = asleep
    }

    /// Creates a scheduler that draws from all candidates in the given percentage of steps.
    init(drawingFrom numbers: SplitMix64, percent: UInt64) {
        self.init([])
        rule = .drawn(numbers, percent: percent)
    }

    /// The index of the latest step; nil before the first one.
    var lastStep: Int? { steps.isEmpty ? nil : steps.count - 1 }

    /// The choices made wherever there was more than one candidate.
    package var choices: [Int] { steps.filter { $0.candidates.count > 1 }.map(\.choice) }

    /// Returns a number for a fiber, the same one in every run that begins alike.
    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Returns the index of the candidate that takes the next step; nil if all of them are asleep.
    mutating func choose(among candidates: [Int], causes: [Int?], waiting: [Int?] = []) -> Int? {
        let isChoice = candidates.count > 1
        let isGiven = isChoice && !given.isEmpty
        let isLastGiven = isGiven && given.count == 1
        if isLastGiven { asleep = asleepLater }
        let choice = isGiven ? min(max(0, given.removeFirst()), candidates.count - 1) : pick(among: candidates)
        steps.append(
            Step(candidates: candidates, asleep: asleep, choice: choice ?? 0, causes: causes, waiting: waiting))
        isCut = choice == nil
        return choice
    }

    private mutating func pick(among candidates: [Int]) -> Int? {
        guard candidates.count > 1, case .drawn(var numbers, let percent) = rule else {
            return asleep.isEmpty ? 0 : candidates.firstIndex { asleep[$0] == nil }
        }
        defer { rule = .drawn(numbers, percent: percent) }
        guard numbers.next() % 100 < percent else { return 0 }
        return Int(numbers.next() % UInt64(candidates.count))
    }

    /// Records what the last chosen step read and changed.
    mutating func note(_ footprint: Footprint) {
        guard let last = steps.indices.last else { return }
        steps[last].footprint = footprint
        if !asleep.isEmpty {
            asleep[steps[last].fiber] = nil
            asleep = asleep.filter { !$0.value.conflicts(with: footprint) }
        }
    }
}

/// The error of a load in a run that is abandoned because other runs have covered the rest.
struct CutShort: Error {}
