/// Says whose turn it is where several could go on, and takes note of what was possible.
struct Scheduler {
    /// How it goes on where no choice is given any more.
    enum Rule {
        case first
        /// Another one than the first in so many of a hundred cases.
        case drawn(SplitMix64, percent: UInt64)
    }

    /// One step that was taken.
    struct Step {
        /// Who could have taken it.
        let candidates: [Int]
        /// Who was not to take it, since that was tried in another run; and what those would have done.
        let asleep: [Int: Footprint]
        /// The place among the candidates of the one who did.
        let choice: Int
        /// The steps that the candidates are there by; nil for the beginning.
        let causes: [Int?]
        /// The same of those who are asleep in virtual time.
        let waiting: [Int?]
        /// What it has touched.
        var footprint = Footprint()

        var fiber: Int { candidates[choice] }
        var cause: Int? { causes[choice] }
    }

    private var given: ArraySlice<Int>
    private var rule: Rule
    private var asleep: [Int: Footprint] = [:]
    private var asleepLater: [Int: Footprint]
    private(set) var steps: [Step] = []
    /// Whether there was nothing left to do but what other runs have done.
    private(set) var isCut = false
    private var lastNumber = 0

    /// - Parameter asleep: Who is not to go on after the last of the choices, and what they would do.
    init(_ choices: [Int], then rule: Rule = .first, asleep: [Int: Footprint] = [:]) {
        given = choices[...]
        self.rule = rule
        asleepLater = asleep
    }

    /// What was chosen wherever there was a choice.
    var choices: [Int] { steps.filter { $0.candidates.count > 1 }.map(\.choice) }

    /// A number for a fiber: the same one in every run that begins alike.
    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// The place of the candidate that takes the next step; nil when all of them are asleep.
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
            return candidates.firstIndex { asleep[$0] == nil }
        }
        defer { rule = .drawn(numbers, percent: percent) }
        guard numbers.next() % 100 < percent else { return 0 }
        return Int(numbers.next() % UInt64(candidates.count))
    }

    /// Takes note of what the step that was chosen last has touched.
    mutating func note(_ footprint: Footprint) {
        guard let last = steps.indices.last else { return }
        steps[last].footprint = footprint
        if !asleep.isEmpty {
            asleep[steps[last].fiber] = nil
            asleep = asleep.filter { !$0.value.conflicts(with: footprint) }
        }
    }
}

/// What a load comes to in a run whose rest was seen in other runs.
struct CutShort: Error {}
