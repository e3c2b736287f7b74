import ResourcefulTesting
import Testing

/// The same plan gives the same value in a dry run and under a Webservice.
struct InterpreterTests {
    @Test func `a plan gives the same value dry and live`() async {
        for seed in LawTests.seeds {
            var numbers = SplitMix64(seed: seed)
            let program = Program.arbitrary(depth: 5, using: &numbers)
            let dry = Account(program.plan).outcome
            let webservice = Webservice(transport: StubTransport { Program.respond(to: $0) })
            var live = ""
            do {
                live = "\(try await webservice.load(program.plan))"
            } catch {
                live = "\(error)"
            }
            // Which of several failures comes first is a race when they are live, and so is a read beside a write.
            let isRace = program.isParallel && (program.writes || (Int(dry) == nil && Int(live) == nil))
            #expect(dry == live || isRace, "\(program)")
        }
    }

    @Test func `live and dry, a plan tells of the same effects, each once`() async {
        var seen: Set<String> = []
        let programs = LawTests.seeds.map { seed in
            var numbers = SplitMix64(seed: seed)
            return Program.arbitrary(depth: 5, using: &numbers)
        }
        for program in programs + [.flatMap(.write(1), [.flatMap(.now, [.read])])] where !program.isParallel {
            let plan = program.plan.flatMap { _ -> Plan<Int> in throw Failure() }
            let kept = Kept()
            let webservice = Webservice(
                observers: [LoadObserver(keeper: kept)], transport: StubTransport { Program.respond(to: $0) })
            _ = try? await webservice.load(plan)
            var run = DryRun { Program.respond(to: $0) }
            _ = try? run.load(plan)
            let dry = run.events.compactMap { Self.word(for: $0.kind) }
            #expect(kept.words == dry, "\(program)")
            seen.formUnion(dry)
        }
        #expect(seen == ["exchange", "wait", "time", "number", "read", "update"])
    }

    private static func word(for event: DryRun.Event.Kind) -> String? {
        switch event {
        case .received, .failed: "exchange"
        case .waited: "wait"
        case .askedTime: "time"
        case .drewNumber: "number"
        case .read: "read"
        case .wrote, .removed: "update"
        default: nil
        }
    }
}

/// Keeps the words for the effects of a load that failed.
private final class Kept: LoadKeeper {
    let limits = LogLimits(effects: 1_000, bytes: 1 << 20, budget: ByteBudget(1 << 20))
    private let kept = Locked<[String]>([])

    var words: [String] { kept.withLock { $0 } }

    func keep(_ load: FailedLoad) {
        let effects = load.logs.first?.content.effects ?? []
        kept.withLock {
            $0 = effects.map { effect in
                if case .effect(let name, _) = effect.kind { name.word } else { "exchange" }
            }
        }
    }
}
