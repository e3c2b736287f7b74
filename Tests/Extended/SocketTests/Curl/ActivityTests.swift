import Testing

@testable import ResourcefulCurl

/// The time in which nothing is sent or received.
@Suite(.permit) struct ActivityTests {
    @Test func `only what this program doesn't hold up stands still`() {
        let start = ContinuousClock.now
        func isIdle(after seconds: Int, _ change: (inout Activity) -> Void) -> Bool {
            var activity = Activity()
            change(&activity)
            _ = activity.hasStoodStill(for: .seconds(5), at: start)
            return activity.hasStoodStill(for: .seconds(5), at: start + .seconds(seconds))
        }
        #expect(isIdle(after: 5) { $0.note() })
        #expect(!isIdle(after: 4) { $0.note() })
        // Before the request is sent, the limit is another one.
        #expect(!isIdle(after: 50) { _ in })
        for direction in [Activity.Direction.sending, .receiving] {
            #expect(!isIdle(after: 50) { $0.note(isHeldUp: true, direction) })
            #expect(
                isIdle(after: 5) { activity in
                    activity.note(isHeldUp: true, direction)
                    activity.note(isHeldUp: false, direction)
                })
        }
    }

    @Test func `any byte restarts the time`() {
        let start = ContinuousClock.now
        var activity = Activity()
        for second in 0..<100 {
            if second % 4 == 0 { activity.note() }
            let isIdle = activity.hasStoodStill(for: .seconds(5), at: start + .seconds(second))
            #expect(!isIdle)
        }
        let isIdle = activity.hasStoodStill(for: .seconds(5), at: start + .seconds(101))
        #expect(isIdle)
    }
}
