import ResourcefulTesting
import Testing

/// Durations in the units of those who count in whole ones.
struct DurationUnitsTests {
    @Test func `whole units are rounded up, and stay within their bounds`() {
        var numbers = SplitMix64(seed: 7)
        for _ in 0..<10_000 {
            let microseconds = Int.random(in: 0...5_000_000, using: &numbers)
            let duration = Duration.microseconds(microseconds)
            #expect(duration.wholeMilliseconds(in: 0...10_000) == (microseconds + 999) / 1_000)
            #expect(duration.wholeSeconds(in: 0...10) == (microseconds + 999_999) / 1_000_000)
            #expect(duration.wholeMilliseconds(in: 100...200) == min(max((microseconds + 999) / 1_000, 100), 200))
        }
    }

    @Test func `nothing is too long, too short or negative`() {
        let longest = Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
        #expect(longest.wholeMilliseconds(in: 1...2_000) == 2_000)
        #expect(longest.wholeSeconds(in: 0...Int.max) == Int.max)
        #expect(Duration.seconds(-3).wholeSeconds(in: 1...9) == 1)
        #expect(Duration.nanoseconds(1).wholeSeconds(in: 0...9) == 1)
        #expect(Duration.zero.wholeSeconds(in: 0...9) == 0)
    }

    @Test func `seconds there and back are the same`() {
        for seconds in [0, 0.5, 1.25, 1e6 + 0.125] {
            #expect(Duration(inSeconds: seconds).inSeconds == seconds)
        }
    }
}
