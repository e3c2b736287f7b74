import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Who joins, who waits, who gets a permit, and who would wait for himself.
struct CoordinationTests {
    private let gate = GateKey(name: "gate", limit: 1)

    private func key(_ name: String) -> RunKey {
        .exchange(Request(url: URL(string: "https://example.org/\(name)")!))
    }

    @Test func `the first request leads, later ones follow, and the end notifies all of them`() {
        var coordination = Coordination()
        let run = coordination.lead(key("a"))
        #expect(run != nil)
        #expect(coordination.lead(key("a")) == nil)
        let (second, third) = (coordination.nextNumber(), coordination.nextNumber())
        let follows = [second, third].map { coordination.follow(key("a"), as: $0, at: nil) }
        #expect(follows == [true, true])
        #expect(coordination.end(key("a"), run ?? 0) == [second, third])
        #expect(coordination.isIdle)
        let isThere = coordination.follow(key("a"), as: second, at: nil)
        #expect(!isThere)
    }

    @Test func `when the leader leaves, the next one leads the same run, and the last one ends it`() {
        var coordination = Coordination()
        let run = coordination.lead(key("a")) ?? 0
        let (second, third) = (coordination.nextNumber(), coordination.nextNumber())
        _ = coordination.follow(key("a"), as: second, at: nil)
        _ = coordination.follow(key("a"), as: third, at: nil)
        #expect(coordination.handOver(key("a"), run) == second)
        #expect(coordination.lead(key("a")) == nil, "it is still under way")
        #expect(coordination.handOver(key("a"), run) == third)
        #expect(coordination.handOver(key("a"), run) == nil)
        #expect(coordination.isIdle)
    }

    @Test func `an unsafe request closes the runs of its origin to newcomers, and waiters stay`() throws {
        var coordination = Coordination()
        let run = coordination.lead(key("a")) ?? 0
        let other = RunKey.exchange(Request(url: URL(string: "https://other.example/a")!))
        _ = coordination.lead(other)
        let waiter = coordination.nextNumber()
        _ = coordination.follow(key("a"), as: waiter, at: nil)
        coordination.closeRuns(to: try #require(Origin(URL(string: "https://EXAMPLE.org:443/x")!)))
        let new = coordination.lead(key("a"))
        #expect(new != nil && new != run, "a newcomer begins anew")
        #expect(coordination.lead(other) == nil, "another origin is not concerned")
        let told = coordination.end(key("a"), new ?? 0)
        #expect(told.isEmpty)
        #expect(coordination.end(key("a"), run) == [waiter])
    }

    @Test func `a shared run is abandoned when the last one leaves, unless it is kept`() {
        for (isFirstKeeping, isSecondKeeping, isKeptLater) in [
            (false, false, false), (true, false, false), (false, true, false), (false, false, true),
        ] {
            var coordination = Coordination()
            var admitted: [Coordination.Admitted] = []
            let (first, second) = (coordination.nextNumber(), coordination.nextNumber())
            let begun = coordination.join(
                key("a"), as: first, at: nil, isKept: isFirstKeeping, admitted: &admitted)
            guard case .began(let run) = begun else {
                Issue.record("it is the first")
                return
            }
            let joined = coordination.join(key("a"), as: second, at: nil, isKept: isSecondKeeping, admitted: &admitted)
            #expect(joined == .waits(run))
            if isKeptLater { #expect(coordination.keep(key("a")) == nil) }
            #expect(coordination.leave(first) == nil)
            let isKept = isFirstKeeping || isSecondKeeping || isKeptLater
            let abandoned = coordination.leave(second)
            #expect(abandoned == (isKept ? nil : run))
            #expect(coordination.isIdle == !isKept)
        }
    }

    @Test func `a permit goes to the highest priority, then to the first waiter`() {
        var coordination = Coordination()
        guard case .entered(var permit) = coordination.enter(gate, at: nil) else {
            Issue.record("it is empty")
            return
        }
        let numbers = [0, 5, 0, 9, 5].map { priority in
            let number = coordination.nextNumber()
            #expect(coordination.enter(gate, at: nil) == .full)
            coordination.wait(for: gate, as: number, at: nil, priority: priority)
            return number
        }
        var order: [Int] = []
        while let next = coordination.exit(gate, permit).first {
            order.append(next.waiter)
            permit = next.permit
        }
        #expect(order == [numbers[3], numbers[1], numbers[4], numbers[0], numbers[2]])
        #expect(coordination.isIdle)
    }

    @Test func `a run that joins itself continues alone`() {
        var coordination = Coordination()
        var admitted: [Coordination.Admitted] = []
        guard case .began(let run) = coordination.join(key("a"), as: 1_000, at: nil, admitted: &admitted) else {
            Issue.record("the run didn't begin")
            return
        }
        let joined = coordination.join(key("a"), as: 1_001, at: Position(in: run), admitted: &admitted)
        #expect(joined == .alone)
    }

    /// A load holds a permit and waits for a run that needs the room: it is lent to the run.
    @Test(arguments: [true, false]) func `a permit whose holders all wait is lent to the run they wait for`(
        runComesFirst: Bool
    ) {
        var coordination = Coordination()
        var admitted: [Coordination.Admitted] = []
        guard case .began(let run) = coordination.join(key("refresh"), as: 1_000, at: nil, admitted: &admitted),
            case .entered(let permit) = coordination.enter(gate, at: nil)
        else {
            Issue.record("nothing is there yet")
            return
        }
        let inRoom = Position(in: permit)
        if runComesFirst {
            #expect(coordination.enter(gate, at: Position(in: run)) == .full, "its holder may still leave")
            coordination.wait(for: gate, as: 1_001, at: Position(in: run), priority: 0)
            #expect(coordination.join(key("refresh"), as: 1_002, at: inRoom, admitted: &admitted) == .waits(run))
            #expect(admitted.map(\.waiter) == [1_001])
        } else {
            #expect(coordination.join(key("refresh"), as: 1_002, at: inRoom, admitted: &admitted) == .waits(run))
            guard case .entered = coordination.enter(gate, at: Position(in: run)) else {
                Issue.record("the permit is lent")
                return
            }
        }
    }

    @Test func `a lent permit is lent again when it is left`() {
        var coordination = Coordination()
        var admitted: [Coordination.Admitted] = []
        guard case .began(let run) = coordination.join(key("refresh"), as: 1_000, at: nil, admitted: &admitted),
            case .entered(let permit) = coordination.enter(gate, at: nil),
            case .waits = coordination.join(key("refresh"), as: 1_001, at: Position(in: permit), admitted: &admitted),
            case .entered(let lent) = coordination.enter(gate, at: Position(in: run))
        else {
            Issue.record("the permit is lent to the run")
            return
        }
        let second = coordination.enter(gate, at: Position(in: run))
        #expect(second == .full, "the one to whom it is lent is at work")
        coordination.wait(for: gate, as: 1_002, at: Position(in: run), priority: 0)
        let next = coordination.exit(gate, lent)
        #expect(next.map(\.waiter) == [1_002])
    }

    @Test func `without positions, the same program deadlocks`() {
        var coordination = Coordination()
        var admitted: [Coordination.Admitted] = []
        guard case .began(let run) = coordination.join(key("refresh"), as: 1_000, at: nil, admitted: &admitted),
            case .entered = coordination.enter(gate, at: nil)
        else {
            Issue.record("the run didn't begin, or there was no permit")
            return
        }
        #expect(coordination.enter(gate, at: nil) == .full)
        coordination.wait(for: gate, as: 1_001, at: nil, priority: 0)
        #expect(coordination.join(key("refresh"), as: 1_002, at: nil, admitted: &admitted) == .waits(run))
        #expect(admitted.isEmpty, "the one who holds the permit waits for the one who waits for it")
    }

    @Test func `with two permits, none is lent while one of the holders runs`() {
        var coordination = Coordination()
        var admitted: [Coordination.Admitted] = []
        let wide = GateKey(name: "gate", limit: 2)
        guard case .began(let run) = coordination.join(key("refresh"), as: 1_000, at: nil, admitted: &admitted),
            case .entered(let first) = coordination.enter(wide, at: nil),
            case .entered(let second) = coordination.enter(wide, at: nil)
        else {
            Issue.record("the run didn't begin, or there weren't two permits")
            return
        }
        #expect(
            coordination.join(key("refresh"), as: 1_001, at: Position(in: first), admitted: &admitted) == .waits(run))
        #expect(coordination.enter(wide, at: Position(in: run)) == .full)
        coordination.wait(for: wide, as: 1_002, at: Position(in: run), priority: 0)
        // Now the second one waits, too: nobody is left who could leave.
        #expect(
            coordination.join(key("refresh"), as: 1_003, at: Position(in: second), admitted: &admitted) == .waits(run))
        #expect(admitted.map(\.waiter) == [1_002])
    }

    /// Parties that enter gates and join runs within each other, in any order: nobody waits for ever.
    @Test func `any programs that run at once finish`() throws {
        for seed in 0..<Effort.size(reduced: 300, usual: 1_000, full: 20_000) {
            var numbers = SplitMix64(seed: UInt64(seed))
            let plans = (0..<Int.random(in: 2...5, using: &numbers)).map { _ in Self.program(depth: 4, &numbers) }
            var run = DryRun { _ in Response() }
            run.order = .drawn(seed: UInt64(seed))
            #expect(try run.load(all(plans)).count == plans.count)
        }
    }

    // In a full campaign it waits behind thousands of others for a thread.
    @Test(.timeLimit(.minutes(10)))
    func `live, any programs that run at once finish`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response() })
        var numbers = SplitMix64(seed: 7)
        for _ in 0..<Effort.size(reduced: 100, usual: 300, full: 5_000) {
            let plans = (0..<Int.random(in: 2...6, using: &numbers)).map { _ in Self.program(depth: 4, &numbers) }
            let tasks = plans.map { plan in Task { try await webservice.load(plan) } }
            if Bool.random(using: &numbers) { tasks.first?.cancel() }
            for task in tasks {
                if case .failure(let error) = await task.result { #expect(error is CancellationError) }
            }
        }
    }

    private static func program(depth: Int, _ numbers: inout SplitMix64) -> Plan<Int> {
        guard depth > 0 else { return Plan.now.map { _ in 1 } }
        let inner = program(depth: depth - 1, &numbers)
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0, 1: return inner.shared(as: ["a", "b", "c"].randomElement(using: &numbers) ?? "a")
        case 2, 3:
            let limit = Int.random(in: 1...2, using: &numbers)
            return inner.limited(to: limit, under: ["x", "y"].randomElement(using: &numbers) ?? "x")
        case 4: return zip(inner, program(depth: depth - 1, &numbers)).map { $0 + $1 }
        default: return inner.flatMap { value in Plan.now.map { _ in value } }
        }
    }
}
