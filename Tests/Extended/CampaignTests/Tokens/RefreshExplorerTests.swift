import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loads against a server that forgets its token at any step, in all orders in which their effects can happen.
@Suite(.permit, .blocking) struct RefreshExplorerTests {
    private static let good = Token("0", refreshToken: "r0")
    private static let expired = Token("0", refreshToken: "r0", expiry: Date(timeIntervalSinceReferenceDate: -1))

    /// Goes through every schedule, each state once; returns how many states there are.
    private func exploreAll(_ model: RefreshModel, _ check: (RefreshModel) -> Void) -> Int {
        var seen: Set<RefreshModel.Key> = [model.key]
        var rest = [model]
        while let model = rest.popLast() {
            let moves = model.moves
            if moves.isEmpty {
                #expect(model.isDone, "nobody waits for ever")
                check(model)
            }
            for move in moves {
                var next = model
                next.make(move)
                if seen.insert(next.key).inserted { rest.append(next) }
            }
        }
        return seen.count
    }

    private func exploreSome(_ model: RefreshModel, count: Int, seed: UInt64, _ check: (RefreshModel) -> Void) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<count {
            var model = model
            while let move = model.moves.randomElement(using: &generator) { model.make(move) }
            #expect(model.isDone, "nobody waits for ever")
            check(model)
        }
    }

    /// A refusal that stands is the second one, of another token; a token is renewed once for each that was lost.
    private func checkOutcomes(_ model: RefreshModel, lostBefore: Int) {
        for outcome in model.outcomes {
            #expect(outcome == "200" || (outcome == "401" && model.forgotten >= 2), "\(model.outcomes)")
        }
        #expect(model.refreshes <= model.forgotten + lostBefore)
    }

    @Test(arguments: 0...(Effort.isReduced ? 1 : 3)) func `two loads, the token forgotten at any step, in all orders`(
        expirations: Int
    ) {
        for (token, lost) in [(Self.good, 0), (Self.expired, 1), (nil, 1)] as [(Token?, Int)] {
            let states = exploreAll(RefreshModel(loads: 2, expirations: expirations, token: token)) {
                checkOutcomes($0, lostBefore: lost)
            }
            #expect(states > 10)
        }
    }

    // Up to 175,581 states.
    private static let many = Effort.size(
        reduced: [(3, 1)], usual: [(3, 1), (3, 2)], full: [(3, 1), (3, 2), (3, 3), (4, 1)])

    @Test(arguments: many)
    func `three and four loads, the token forgotten at any step, in all orders`(loads: Int, expirations: Int) {
        let states = exploreAll(RefreshModel(loads: loads, expirations: expirations, token: Self.good)) { model in
            checkOutcomes(model, lostBefore: 0)
        }
        #expect(states > 1_000)
    }

    @Test func `two loads and a sign-out, in all orders`() {
        _ = exploreAll(RefreshModel(loads: 2, expirations: 1, token: Self.good, signsOut: true)) { model in
            for outcome in model.outcomes where outcome != "200" && outcome != "401" {
                #expect(model.hasSignedOut && outcome.contains("signed out"))
            }
        }
    }

    @Test func `two loads and a refresh that fails, in all orders`() {
        let model = RefreshModel(loads: 2, expirations: 1, token: Self.good, refusesToRefresh: true)
        _ = exploreAll(model) { model in
            #expect(model.outcomes.allSatisfy { $0 == "200" || $0.contains("400") })
            #expect(model.forgotten > 0 || Set(model.outcomes) == ["200"])
        }
    }

    @Test func `four loads and more expirations, in many random orders`() {
        let count = Effort.size(reduced: 80, usual: 4_000, full: 100_000)
        let model = RefreshModel(loads: 4, expirations: 3, token: Self.good)
        exploreSome(model, count: count, seed: 1) { checkOutcomes($0, lostBefore: 0) }
    }
}
