import ResourcefulLab
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The first of several plans.
struct RaceTests {
    /// A plan whose outcome is known: it takes a time, and sends a request on the way.
    private struct Runner: Equatable, Sendable {
        let name: Int
        let milliseconds: Int
        let isFailing: Bool

        struct Lost: Error, Equatable { let name: Int }

        var plan: Plan<Int> {
            Plan.wait(for: .milliseconds(milliseconds)).flatMap {
                isFailing ? Plan<Int>.failure(Lost(name: name)) : .value(name)
            }
        }
    }

    /// A race of races, and its outcome by the rules.
    private indirect enum Tree: Sendable {
        case runner(Runner)
        case race([Tree])

        static func arbitrary(_ depth: Int, _ name: inout Int, _ numbers: inout SplitMix64) -> Tree {
            guard depth > 0, Int.random(in: 0..<3, using: &numbers) > 0 else {
                name += 1
                // Distinct times: a tie is the subject of another test.
                let time = Int.random(in: 0..<50, using: &numbers) * 100 + name
                return .runner(Runner(name: name, milliseconds: time, isFailing: .random(using: &numbers)))
            }
            return .race(
                (0..<Int.random(in: 1...3, using: &numbers)).map { _ in arbitrary(depth - 1, &name, &numbers) })
        }

        var runners: [Runner] {
            switch self {
            case .runner(let runner): [runner]
            case .race(let trees): trees.flatMap(\.runners)
            }
        }

        var plan: Plan<Int> {
            switch self {
            case .runner(let runner): runner.plan
            case .race(let trees): first(of: trees.map(\.plan))
            }
        }
    }

    private static func outcome(_ plan: Plan<Int>, _ run: inout DryRun) -> Result<Int, Runner.Lost> {
        do {
            return .success(try run.load(plan))
        } catch let error as Runner.Lost {
            return .failure(error)
        } catch {
            Issue.record("\(error)")
            return .success(-1)
        }
    }

    @Test func `races within races have the outcome of one race of all`() {
        for seed in LawTests.seeds {
            var (numbers, name) = (SplitMix64(seed: seed), 0)
            let tree = Tree.arbitrary(3, &name, &numbers)
            let winner = tree.runners.filter { !$0.isFailing }.min { $0.milliseconds < $1.milliseconds }
            let last = tree.runners.max { $0.milliseconds < $1.milliseconds }
            var (nested, flat) = (DryRun { _ in Response() }, DryRun { _ in Response() })
            let expected: Result<Int, Runner.Lost> =
                winner.map { .success($0.name) } ?? .failure(Runner.Lost(name: last?.name ?? 0))
            #expect(Self.outcome(tree.plan, &nested) == expected)
            #expect(Self.outcome(first(of: tree.runners.map(\.plan)), &flat) == expected)
            #expect(nested.elapsed == .milliseconds((winner ?? last)?.milliseconds ?? 0))
            #expect(nested.elapsed == flat.elapsed)
        }
    }

    @Test func `a race of one is that one, and a race against nothing too`() {
        for seed in LawTests.seeds {
            var numbers = SplitMix64(seed: seed)
            let plan = Program.arbitrary(depth: 4, using: &numbers).plan
            let alone = Account(plan)
            let one = Account(first(of: [plan]))
            #expect(one.outcome == alone.outcome)
            #expect(one.elapsed == alone.elapsed)
            let neutral = Account(first(of: [first(of: [Plan<Int>]()), plan]))
            #expect(neutral.outcome == alone.outcome)
            #expect(neutral.elapsed == alone.elapsed)
        }
    }

    @Test func `a race of nothing fails, and says so`() {
        var run = DryRun { _ in Response() }
        #expect(throws: RequestError("first(of:) got nothing to load")) { try run.load(first(of: [Plan<Int>]())) }
    }

    @Test func `of two at the same time, the first one in the list wins`() throws {
        for isSwapped in [false, true] {
            let plans = [1, 2].map { number in Plan.wait(for: .seconds(1)).map { number } }
            var run = DryRun { _ in Response() }
            #expect(try run.load(first(of: isSwapped ? plans.reversed() : plans)) == (isSwapped ? 2 : 1))
        }
    }

    @Test func `cancellation ends a race`() {
        var run = DryRun { _ in Response() }
        let plans = [Plan<Int>.failure(CancellationError()), Plan.wait(for: .seconds(1)).map { 1 }]
        #expect(throws: CancellationError.self) { try run.load(first(of: plans)) }
        #expect(run.elapsed == .zero)
    }

    @Test func `one after the other starts after the delay, or at once after a failure`() throws {
        func run(_ runners: [Runner], by milliseconds: Int) -> (Result<Int, Runner.Lost>, Duration) {
            var run = DryRun { _ in Response() }
            let plan = first(of: runners.map(\.plan), staggeredBy: .milliseconds(milliseconds))
            return (Self.outcome(plan, &run), run.elapsed)
        }
        func runner(_ name: Int, _ milliseconds: Int, fails: Bool = false) -> Runner {
            Runner(name: name, milliseconds: milliseconds, isFailing: fails)
        }
        // The first one is in time: the others never start.
        #expect(run([runner(1, 200), runner(2, 0)], by: 250) == (.success(1), .milliseconds(200)))
        #expect(run([runner(1, 900), runner(2, 100), runner(3, 0)], by: 250) == (.success(2), .milliseconds(350)))
        #expect(run([runner(1, 900), runner(2, 900), runner(3, 1)], by: 250) == (.success(3), .milliseconds(501)))
        // A failure starts the next one at once, and the delay begins anew.
        #expect(
            run([runner(1, 100, fails: true), runner(2, 900), runner(3, 1)], by: 250)
                == (.success(3), .milliseconds(351)))
        #expect(
            run([runner(1, 900), runner(2, 10, fails: true), runner(3, 1)], by: 250)
                == (.success(3), .milliseconds(261)))
        #expect(
            run([runner(1, 30, fails: true), runner(2, 20, fails: true), runner(3, 10, fails: true)], by: 250)
                == (.failure(Runner.Lost(name: 3)), .milliseconds(60)))
        #expect(run([runner(1, 5), runner(2, 0)], by: -1) == (.success(2), .zero), "a negative delay is none")
    }

    /// The loser writes before and after it sends; the winner's value must not be followed by any of it.
    @Test func `in every order, no loser writes after the winner's value`() throws {
        let url = URL(string: "http://example.org/")!
        @Sendable func entry(_ text: String) -> StoreEntry {
            StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 0))
        }
        let loser = Plan.write(entry("1"), to: "a").flatMap { Plan.send(Request(url: url)) }
            .flatMap { _ in Plan.write(entry("2"), to: "a") }.flatMap { Plan.write(entry("3"), to: "a") }
            .map { "loser" }
        let winner = Plan.send(Request(url: url.appending(path: "winner"))).map { _ in "winner" }
        let plan = first(of: [loser, winner]).flatMap { name in
            Plan.read("a").flatMap { before in
                Plan.wait(for: .seconds(60)).flatMap { Plan.read("a") }.map { (name, before, $0) }
            }
        }
        var (winners, values) = (Set<String>(), Set<String>())
        let exploration = try DryRun.explore(plan, in: { DryRun { _ in Response() } }) { outcome, run in
            let (name, before, after) = try outcome.get()
            winners.insert(name)
            values.insert(before.map { String(decoding: $0.data, as: UTF8.self) } ?? "-")
            return before == after
        }
        #expect(exploration.isComplete)
        #expect(winners == ["winner", "loser"])
        #expect(values == ["-", "1", "2", "3"], "the loser is cut off at every step")
    }

    @Test func `a permit and a shared run of a loser are free for others`() throws {
        let holding = Plan.wait(for: .seconds(100)).limited(to: 1, under: "key").map { 0 }
        let quick = Plan.wait(for: .seconds(1)).map { 1 }
        let shared = Plan.wait(for: .seconds(100)).map { 5 }.shared(as: "run")
        let later = Plan.wait(for: .seconds(1)).map { 7 }
        let plan = first(of: [holding, quick]).flatMap { _ in later.limited(to: 1, under: "key") }
            .flatMap { _ in first(of: [shared, quick]) }
            .flatMap { _ in later.shared(as: "run") }
        var run = DryRun { _ in Response() }
        #expect(try run.load(plan) == 7)
        #expect(run.elapsed == .seconds(4))
    }

    @Test func `a plan shows that it is a race`() {
        let resources = ["a", "b"].map { Resource(url: URL(string: "http://\($0).org/")!) { $0 } }
        #expect(first(of: resources).description == "(GET http://a.org/ | GET http://b.org/)")
        #expect(
            first(of: resources, staggeredBy: .milliseconds(250)).description
                == "(GET http://a.org/ | GET http://b.org/), the next one after 0.25 s")
    }
}
