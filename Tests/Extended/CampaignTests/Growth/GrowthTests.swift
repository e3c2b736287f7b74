import TestSupport
import Testing

/// What the tests of linear time stand on.
@Suite(.alone, .blocking) struct GrowthTests {
    /// Goes through `count` numbers so many times, in a way that nothing can leave out.
    private static func work(_ count: Int, times: Int) -> () -> Void {
        {
            var sum = 0
            for round in 0..<times { for number in 0..<count { sum = (sum ^ number) &+ round } }
            #expect(sum != -1)
        }
    }

    @Test func `a linear work stays under the limit, a quadratic one doesn't`() throws {
        #expect(try Growth.ratio(from: 500, to: 2_000, upTo: 8) { Self.work($0, times: 500) } <= 8)
        #expect(try Growth.ratio(from: 500, to: 2_000, upTo: 8) { Self.work($0, times: $0) } > 8)
    }
}
