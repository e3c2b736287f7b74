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
}
