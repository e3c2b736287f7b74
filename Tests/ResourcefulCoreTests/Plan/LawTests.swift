import ResourcefulTesting
import Testing

/// The laws hold for the outcome and for everything that happens on the way.
struct LawTests {
    static let seeds: [UInt64] = Array(0..<Effort.size(reduced: 40, usual: 150, full: 400))

    private func program(_ seed: UInt64, depth: Int = 4) -> (Program, SplitMix64) {
        var numbers = SplitMix64(seed: seed)
        return (.arbitrary(depth: depth, using: &numbers), numbers)
    }

    @Test func `mapping the identity changes nothing`() {
        for seed in Self.seeds {
            let (program, _) = program(seed)
            #expect(Account(program.plan.map { $0 }) == Account(program.plan), "\(program)")
        }
    }

    @Test func `mapping twice is mapping the composition`() {
        for seed in Self.seeds {
            let (program, _) = program(seed)
            for first in Function.allCases {
                for second in Function.allCases {
                    let twice = program.plan.map(first.apply).map(second.apply)
                    let once = program.plan.map { try second.apply(first.apply($0)) }
                    #expect(Account(twice) == Account(once), "\(program) \(first) \(second)")
                }
            }
        }
    }

    @Test func `a value is neutral on the left of flatMap`() {
        for seed in Self.seeds {
            let (program, _) = program(seed)
            let left = Plan.value(Int(seed)).flatMap { value in program.plan.map { $0 &+ value } }
            #expect(Account(left) == Account(program.plan.map { $0 &+ Int(seed) }), "\(program)")
        }
    }

    @Test func `a value is neutral on the right of flatMap`() {
        for seed in Self.seeds {
            let (program, _) = program(seed)
            #expect(Account(program.plan.flatMap { Plan.value($0) }) == Account(program.plan), "\(program)")
        }
    }

    @Test func `flatMap is associative`() {
        for seed in Self.seeds {
            var (first, numbers) = program(seed, depth: 3)
            let second = Program.arbitrary(depth: 2, using: &numbers)
            let third = Program.arbitrary(depth: 2, using: &numbers)
            let f = { @Sendable (value: Int) in second.plan.map { $0 &+ value } }
            let g = { @Sendable (value: Int) in third.plan.map { $0 &* value } }
            let left = first.plan.flatMap(f).flatMap(g)
            let right = first.plan.flatMap { f($0).flatMap(g) }
            #expect(Account(left) == Account(right), "\(first)")
        }
    }

    @Test func `map is flatMap with a value`() {
        for seed in Self.seeds {
            let (program, _) = program(seed)
            let mapped = program.plan.map { $0 &+ 1 }
            #expect(Account(program.plan.flatMap { Plan.value($0 &+ 1) }) == Account(mapped), "\(program)")
        }
    }

    @Test func `recovering with the same error changes nothing`() {
        for seed in Self.seeds {
            let (program, _) = program(seed)
            #expect(Account(program.plan.recover { Plan<Int>.failure($0) }) == Account(program.plan), "\(program)")
        }
    }

    @Test func `zip is symmetric but for the order`() {
        for seed in Self.seeds {
            var (left, numbers) = program(seed, depth: 3)
            let right = Program.arbitrary(depth: 3, using: &numbers)
            let one = Account(zip(left.plan, right.plan).map { [$0, $1] })
            let other = Account(zip(right.plan, left.plan).map { [$1, $0] })
            // When both fail at the same moment, the one that stands first wins: both are failures all the same.
            // And when one writes what the other one reads, it matters which comes first.
            let isRace = left.writes || right.writes
            let bothFail = Account(left.plan).outcome.isFailure && Account(right.plan).outcome.isFailure
            #expect(one.outcome == other.outcome || bothFail || isRace, "\(left) ∥ \(right)")
            #expect(one.elapsed == other.elapsed || isRace, "\(left) ∥ \(right)")
        }
    }

    @Test func `a plan gives the same account every time`() {
        for seed in Self.seeds {
            let plan = program(seed).0.plan
            #expect(Account(plan) == Account(plan))
        }
    }

    @Test func `the policy that does nothing changes nothing`() {
        for seed in Self.seeds {
            let (program, _) = program(seed)
            #expect(Account(program.plan.applying(.none)) == Account(program.plan), "\(program)")
        }
    }
}

extension String {
    fileprivate var isFailure: Bool { Int(self) == nil }
}
