import Testing

@testable import ResourcefulResilience

/// All that can happen to a circuit, to a depth, beside what is expected of it.
struct CircuitTests {
    private static let rule = Circuit.Rule(failures: 2, cooldown: .seconds(2))

    private static func date(_ second: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(second)) }

    /// A circuit, the requests under way, and what a person would have noted of both.
    private struct World: Hashable {
        var circuit = Circuit()
        var second = 0
        var underWay: [Circuit.Ticket] = []
        /// How many in a row have failed since the circuit was last closed, of those that count.
        var failuresInARow = 0
        /// When the last failure that counts came while it was open or opened it.
        var openedAt: Int?
        /// When the last request was let through to see.
        var probedAt: Int?
    }

    /// Follows every order of events, each state once; returns how many states there are.
    private func explore(depth: Int, check: (_ before: World, _ event: String, _ after: World) -> Void) -> Int {
        var (seen, latest): (Set<World>, Set<World>) = ([World()], [World()])
        for _ in 0..<depth {
            var next: Set<World> = []
            for world in latest {
                for (event, after) in successors(of: world) {
                    check(world, event, after)
                    next.insert(after)
                }
            }
            latest = next.subtracting(seen)
            seen.formUnion(next)
        }
        return seen.count
    }

    private func successors(of world: World) -> [(String, World)] {
        var successors: [(String, World)] = []
        var later = world
        later.second += 1
        successors.append(("time passes", later))
        if world.underWay.count < 3 {
            var asked = world
            if case .admitted(let ticket) = asked.circuit.admit(at: Self.date(world.second), by: Self.rule) {
                asked.underWay.append(ticket)
                if ticket.isProbe { asked.probedAt = world.second }
                successors.append(("let through", asked))
            } else {
                successors.append(("refused", asked))
            }
        }
        for index in world.underWay.indices {
            for result in [Circuit.Result.success, .failure, .neither] {
                var ended = world
                let ticket = ended.underWay.remove(at: index)
                ended.circuit.record(result, of: ticket, at: Self.date(world.second), by: Self.rule)
                note(result, of: ticket, in: &ended, before: world)
                successors.append(("\(result)", ended))
            }
        }
        return successors
    }

    private func note(_ result: Circuit.Result, of ticket: Circuit.Ticket, in world: inout World, before: World) {
        guard ticket.round == before.circuit.round else { return }
        switch result {
        case .success: (world.failuresInARow, world.openedAt, world.probedAt) = (0, nil, nil)
        case .failure:
            world.failuresInARow += 1
            if ticket.isProbe || world.failuresInARow >= 2 { (world.openedAt, world.probedAt) = (world.second, nil) }
        case .neither: if ticket.isProbe { (world.openedAt, world.probedAt) = (-100, nil) }
        }
    }

    @Test func `whatever happens, the circuit does what is expected of it`() {
        let count = explore(depth: 18) { before, event, after in
            let since = [before.openedAt, before.probedAt].compactMap { $0 }.max()
            switch event {
            case "let through": #expect(since.map { before.second - $0 >= 2 } ?? true, "too early: \(before)")
            case "refused":
                #expect(since.map { before.second - $0 < 2 } ?? false, "without a reason: \(before)")
                #expect(after == before)
            case "success", "failure", "neither":
                // What was let through before the circuit changed says nothing any more.
                let ended = before.underWay.filter { !after.underWay.contains($0) }
                if let ticket = ended.first, ticket.round != before.circuit.round {
                    #expect(after.circuit == before.circuit)
                }
            default: #expect(after.circuit == before.circuit)
            }
            #expect(after.circuit.isClosed == (after.openedAt == nil), "\(before) \(event) \(after)")
            #expect(Circuit(after.circuit.entry) == after.circuit, "the store keeps it as it is")
        }
        #expect(count > 2_000, "\(count) states")
    }

    @Test func `half open, one at a time is let through`() {
        _ = explore(depth: 18) { _, _, after in
            let current = after.underWay.filter { $0.isProbe && $0.round == after.circuit.round }
            #expect(current.count <= 1)
        }
    }

    @Test func `a clock that was set back does not keep it open`() {
        var circuit = Circuit()
        circuit.state = .open(since: Self.date(1000))
        #expect(circuit.admit(at: Self.date(1001), by: Self.rule) == .refused(for: .seconds(1)))
        #expect(circuit.admit(at: Self.date(10), by: Self.rule) == .admitted(circuit.ticket))
    }

    @Test func `an entry of another form is a closed circuit`() {
        for count in [0, 1, 8, 10, 100] {
            #expect(Circuit(StoreEntry(data: Data(repeating: 1, count: count), date: Self.date(0))) == Circuit())
        }
        #expect(Circuit().entry == nil)
    }
}
