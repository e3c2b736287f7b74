import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A time for a whole plan.
struct DeadlineTests {
    private static let site = URL(string: "http://example.org/")!

    private static func run(_ policies: [Policy] = [], status: @escaping () -> Response.Status = { 200 }) -> DryRun {
        DryRun(baseURL: site, policies: policies) { _ in Response(status: status()) }
    }

    @Test func `a plan that is in time has its own outcome, and others have none`() {
        for seed in LawTests.seeds {
            var numbers = SplitMix64(seed: seed)
            let plan = Program.arbitrary(depth: 4, using: &numbers).plan
            let alone = Account(plan)
            let inTime = Account(plan.deadline(alone.elapsed + .milliseconds(1)))
            #expect(inTime.outcome == alone.outcome)
            #expect(inTime.elapsed == alone.elapsed)
            guard alone.elapsed > .zero else { return }
            let late = alone.elapsed - .nanoseconds(1)
            #expect(Account(plan.deadline(late)).outcome == "\(DeadlineExceeded(deadline: late))")
            #expect(Account(plan.deadline(late)).elapsed == late)
        }
    }

    @Test func `the waits between retries count, and a retry that would be too late isn't waited for`() {
        let rule = RetryRule(upTo: 10, waits: .constant(.seconds(2)), budget: nil)
        var run = Self.run([.retry(rule)]) { 503 }
        let error = #expect(throws: LoadError.self) {
            try run.load(Resource(url: Self.site) { $0 }.deadline(.seconds(5)))
        }
        #expect(error?.status == 503)
        #expect(error.map { "\($0)".hasSuffix("(not retried: a wait of 2 s would pass the deadline)") } == true)
        #expect(run.requests.count == 3)
        #expect(run.elapsed == .seconds(4))
    }

    @Test func `what is sent doesn't say the deadline`() throws {
        var (plain, limited) = (Self.run([.retry()]), Self.run([.retry()]))
        _ = try plain.load(Resource(url: Self.site) { $0 })
        _ = try limited.load(Resource(url: Self.site) { $0 }.deadline(.seconds(5)))
        #expect(limited.requests == plain.requests)
    }

    @Test func `of several deadlines, policies know the nearest one`() {
        let rule = RetryRule(upTo: 10, waits: .constant(.seconds(2)), budget: nil)
        for deadlines in [(5, 60), (60, 5)] {
            var run = Self.run([.retry(rule)]) { 503 }
            let load = Resource(url: Self.site) { $0 }.deadline(.seconds(deadlines.0)).deadline(.seconds(deadlines.1))
            #expect(throws: LoadError.self) { try run.load(load) }
            #expect(run.elapsed == .seconds(4), "\(deadlines)")
        }
    }

    @Test func `a wait for a permit and the run of others count, and the run continues for the others`() throws {
        let long = Plan.wait(for: .seconds(60)).map { 1 }
        let waiting = Plan.value(2).limited(to: 1, under: "key").deadline(.seconds(5)).recover { _ in 3 }
        var run = Self.run()
        #expect(try run.load(zip(long.limited(to: 1, under: "key"), waiting)) == (1, 3))
        #expect(run.elapsed == .seconds(60))
        let joined = long.shared(as: "run").deadline(.seconds(5)).recover { _ in 3 }
        #expect(try run.load(zip(long.shared(as: "run"), joined)) == (1, 3))
        #expect(run.elapsed == .seconds(120))
    }

    @Test func `at the deadline, the plan comes first`() throws {
        var run = Self.run()
        #expect(try run.load(Plan.wait(for: .seconds(5)).map { 1 }.deadline(.seconds(5))) == 1)
        #expect(try run.load(Plan.value(1).deadline(.zero)) == 1)
        #expect(throws: DeadlineExceeded.self) {
            try run.load(Plan.wait(for: .nanoseconds(1)).deadline(.seconds(-1)))
        }
    }

    @Test func `in every order, what was late changes nothing afterwards`() throws {
        let write = Plan.send(Request(url: Self.site)).flatMap { _ in
            Plan.write(StoreEntry(data: Data(), date: Date(timeIntervalSinceReferenceDate: 0)), to: "a")
        }
        let plan = write.deadline(.seconds(5)).map { true }.recover { _ in false }.flatMap { isInTime in
            Plan.read("a").flatMap { before in
                Plan.wait(for: .seconds(60)).flatMap { Plan.read("a") }.map { (isInTime, before, $0) }
            }
        }
        var seen = Set<Bool>()
        let exploration = try DryRun.explore(plan, in: { Self.run() }) { outcome, _ in
            let (isInTime, before, after) = try outcome.get()
            seen.insert(isInTime)
            return before == after && (!isInTime || before != nil)
        }
        #expect(exploration.isComplete)
        #expect(seen == [true, false])
    }

    @Test func `in a policy, a deadline is a timeout that can be retried`() throws {
        let impatient = Policy { request, next in
            Plan.random.flatMap { number in
                Plan.wait(for: number == 0 ? .seconds(9) : .zero).flatMap { next(request) }.deadline(.seconds(1))
            }
        }
        struct Numbers: RandomNumberGenerator {
            var count = 0
            mutating func next() -> UInt64 {
                count += 1
                return count == 1 ? 0 : 1
            }
        }
        let rule = RetryRule(upTo: 3, waits: .constant(.seconds(1)), budget: nil)
        var run = Self.run([.retry(rule), impatient])
        run.randomNumbers = Numbers()
        #expect(try run.load(Plan.send(Request(url: Self.site))).status == 200)
        #expect(run.elapsed == .seconds(2))
        #expect(run.eventLog.contains("retry: the deadline of 1 s has passed, retrying in 1 s (1 of 3)"))
    }

    @Test func `people read that it took too long`() {
        let error = DeadlineExceeded(deadline: .milliseconds(1500))
        #expect("\(error)" == "the deadline of 1.5 s has passed")
        #expect(ErrorMessages.english(error) == "The server took too long to answer.")
        #expect(ErrorMessages(otherwise: "?", [.transport("Offline?")])(error) == "Offline?")
        #expect(ErrorMessages(otherwise: "?", [.transport(.connectionLost, message: "Lost")])(error) == "?")
    }
}
