import ResourcefulCore
import Testing

/// What is printed of a rule, and of the durations in it.
struct RetryTextTests {
    @Test func `a rule says in one sentence what it does`() {
        #expect(
            RetryRule.standard.description
                == "at most 3 more times, after 408, 425, 429, 500, 502–504, cannotConnect, cannotResolveHost, "
                + "connectionLost, malformedResponse, other, timedOut; waits: 0.25 s, 2 times as long each time, "
                + "at most 30 s, randomly shortened; Retry-After up to 60 s; "
                + "a budget of 50 retries, 0.2 more for each success")
        #expect(RetryRule.never.description == "never")
    }

    @Test func `a duration is written in seconds`() {
        let cases: [(Duration, String)] = [
            (Duration.zero, "0 s"), (.milliseconds(200), "0.2 s"), (.seconds(90), "90 s"),
            (.microseconds(1499), "0.001 s"), (.milliseconds(-1250), "-1.25 s"), (.nanoseconds(999_999_999), "1 s"),
            (.milliseconds(1002), "1.002 s"),
        ]
        for (duration, text) in cases { #expect(duration.brief == text, "\(duration)") }
    }
}
