import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ApplyingTests {
    @Test func `what a plan comes to is computed once, however many policies are around it`() throws {
        let calls = Locked(0)
        var plan = Plan.value(1).map { value in
            calls.withLock { $0 += 1 }
            return value
        }
        for _ in 0..<12 { plan = plan.applying(.none) }
        var run = DryRun { _ in Response() }
        #expect(try run.load(plan) == 1)
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `a plan that wraps itself in a policy at each step takes linear time`() throws {
        // With the work doubled at each step, the universe would not be old enough.
        var run = DryRun { _ in Response() }
        #expect(try run.load(Self.climb(200)) == 200)
    }

    private static func climb(_ left: Int) -> Plan<Int> {
        left == 0 ? .value(0) : Plan.value(left).flatMap { climb($0 - 1) }.map { $0 + 1 }.applying(.none)
    }
}
