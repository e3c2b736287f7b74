import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One plan at a time, of all that share a store.
struct LeaseTests {
    private static let site = URL(string: "http://example.org/")!
    private static func run() -> DryRun { DryRun(baseURL: site) { _ in Response() } }
    private static let fence = Plan<UInt64>.leased(as: "a") { .value($0) }

    private struct Refusal: Error {}

    @Test func `a lease that is free is taken at once and given back, each time with a greater number`() throws {
        var run = Self.run()
        for number in 1...3 { #expect(try run.load(Self.fence) == UInt64(number)) }
        #expect(run.elapsed == .zero)
        #expect(run.requests.isEmpty)
    }

    @Test func `a plan that fails gives the lease back, and so does a function that throws`() throws {
        var run = Self.run()
        #expect(throws: Refusal.self) { try run.load(Plan<Int>.failure(Refusal()).leased(as: "a")) }
        #expect(throws: Refusal.self) { try run.load(Plan<Int>.leased(as: "a") { _ in throw Refusal() }) }
        #expect(try run.load(Self.fence) == 3)
        #expect(run.elapsed == .zero)
    }

    @Test func `plans with one name run one after the other, those with another name beside them`() throws {
        var run = Self.run()
        let long = Plan.wait(for: .seconds(2)).map { 1 }
        _ = try run.load(zip(zip(long.leased(as: "a"), long.leased(as: "b")), long.leased(as: "a")))
        // Two seconds each; the second one looks every 100 ms.
        #expect(run.elapsed >= .seconds(4) && run.elapsed <= .milliseconds(4_100), "\(run.elapsed)")
    }

    @Test(arguments: [Duration.milliseconds(250), .seconds(1), .seconds(30)])
    func `a lease that is never given back is taken over when it has not changed for its duration`(
        duration: Duration
    ) throws {
        var run = Self.run()
        let dying = Plan.leased(as: "a", for: duration) { _ in Plan.wait(for: .seconds(600)) }
        #expect(throws: DeadlineExceeded.self) { try run.load(dying.deadline(.milliseconds(10))) }
        let before = run.elapsed
        #expect(try run.load(Plan<UInt64>.leased(as: "a", for: duration) { .value($0) }) == 2)
        let waited = run.elapsed - before
        #expect(waited >= duration && waited <= duration + .milliseconds(100), "\(waited)")
    }

    @Test func `one that waits is not confused by others that take the lease in turn`() throws {
        // Each holds it for less than the duration, together for longer: nobody has died.
        var run = Self.run()
        let holding = Plan<UInt64>.leased(as: "a", for: .milliseconds(300)) { fence in
            Plan.wait(for: .milliseconds(200)).map { fence }
        }
        let fences = try run.load(all(Array(repeating: holding, count: 6)))
        #expect(fences.sorted() == Array(1...6))
        #expect(run.elapsed >= .milliseconds(1_200), "never two at once: \(run.elapsed)")
    }

    @Test func `an entry of another kind under the name counts as free`() throws {
        var run = Self.run()
        run.store["lease a"] = StoreEntry(data: Data("something else".utf8), date: run.start)
        #expect(try run.load(Self.fence) == 1)
    }

    @Test func `the greater number wins, even over a holder that wakes late`() throws {
        func writing(after pause: Duration) -> Plan<Void> {
            Plan<Void>.leased(as: "a", for: .seconds(1)) { fence in
                Plan.wait(for: pause).flatMap { Plan<Date>.now }.flatMap { now in
                    Plan.update("value") { old in
                        let number = old.map { $0.data.first ?? 0 } ?? 0
                        return number > fence ? old : StoreEntry(data: Data([UInt8(fence)]), date: now)
                    }
                }.map { _ in () }
            }
        }
        var run = Self.run()
        // The first one is paused for longer than its lease; the second one has taken it over meanwhile.
        _ = try run.load(zip(writing(after: .seconds(60)), writing(after: .zero)))
        #expect(run.elapsed == .seconds(60))
        #expect(run.store["value"]?.data == Data([2]))
    }
}
