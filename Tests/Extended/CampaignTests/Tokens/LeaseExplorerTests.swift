import ResourcefulTesting
import Testing

/// Processes that share a store and a token which the server has forgotten, in all orders in which their effects can
/// happen: each may die at any step, be paused for as long as it likes, and wake late; their clocks are apart.
@Suite(.permit, .blocking) struct LeaseExplorerTests {
    /// Goes through every schedule, each state once; returns how many states there are.
    private func exploreAll(_ model: LeaseModel, _ check: (LeaseModel) -> Void) -> Int {
        var seen: Set<LeaseModel.Key> = [model.key]
        var rest = [model]
        while let model = rest.popLast() {
            let moves = model.moves
            if moves.isEmpty { check(model) }
            for move in moves {
                var next = model
                next.make(move)
                if seen.insert(next.key).inserted { rest.append(next) }
            }
        }
        return seen.count
    }

    /// Two looks at a lease are enough to take it over.
    private static let lease = Duration.milliseconds(200)

    private static let cases: [(Int, Int)] = Effort.size(
        reduced: [(2, 0), (2, 1)], usual: [(2, 0), (2, 1), (2, 2)], full: [(2, 0), (2, 1), (2, 2), (3, 1)])

    @Test(arguments: cases) func `two refreshes never both count, and no load is left without a token`(
        processes: Int, crashes: Int
    ) {
        var worlds = (takenOver: 0, others: 0)
        let states = exploreAll(
            LeaseModel(processes: processes, crashes: crashes, rotates: false, lease: Self.lease)
        ) { model in
            #expect(model.counted == (model.counted.isEmpty ? [] : [1]), "\(model.counted)")
            #expect(model.outcomes.allSatisfy { $0 == "200" || $0 == "crashed" }, "\(model.outcomes)")
            #expect(model.server.refreshes <= 1 + model.takeovers, "one refresh for each that held the lease")
            if model.takeovers > 0 { worlds.takenOver += 1 } else { worlds.others += 1 }
        }
        #expect(states > 1_000 && worlds.takenOver > 0 && worlds.others > 0, "\(states) states, \(worlds)")
    }

    @Test(arguments: cases) func `a server with single-use refresh tokens refuses only a load that took a lease over`(
        processes: Int, crashes: Int
    ) {
        let states = exploreAll(
            LeaseModel(processes: processes, crashes: crashes, rotates: true, lease: Self.lease)
        ) { model in
            #expect(model.counted.count <= 1, "\(model.counted)")
            for outcome in model.outcomes where outcome != "200" && outcome != "crashed" {
                #expect(outcome.contains("400") && model.takeovers > 0, "\(outcome)")
            }
        }
        #expect(states > 1_000, "\(states)")
    }

    @Test func `without a lease each process sends a refresh, and one of them counts`() {
        var most = 0
        _ = exploreAll(LeaseModel(processes: 2, crashes: 0, rotates: false, lease: nil)) { model in
            most = max(most, model.server.refreshes)
            #expect(model.counted == [1])
        }
        #expect(most == 2)
    }
}
