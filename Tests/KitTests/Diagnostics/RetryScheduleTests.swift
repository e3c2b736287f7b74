import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

struct RetryScheduleTests {
    @Test func `the schedule of a rule is printed without waiting`() {
        #expect(RetryRule.standard.schedule.description == "0–0.25 s, 0–0.5 s, 0–1 s")
        #expect(RetryRule.never.schedule.description == "never")
        let steady = RetryRule(upTo: 2, waits: .constant(.milliseconds(1500)))
        #expect(steady.schedule.description == "1.5 s, 1.5 s")
        let long = RetryRule(upTo: 12, waits: .exponential(from: .seconds(1), by: 3, upTo: .seconds(20)))
        #expect(
            long.schedule.description
                == "0–1 s, 0–3 s, 0–9 s, 0–20 s, 0–20 s, 0–20 s, 0–20 s, 0–20 s, 0–20 s, 0–20 s, … (12)")
    }

    @Test func `the waits grow by their factor, never shrink and never pass the ceiling`() {
        for factor in [0, 1, 2, 3, 10, .max] {
            for first in [Duration.zero, .nanoseconds(1), .milliseconds(250), .seconds(40), .seconds(Int64.max)] {
                let waits = Backoff.exponential(from: first, by: factor, upTo: .seconds(30), jitter: .none)
                let schedule = RetryRule(upTo: 200, waits: waits).schedule
                for (earlier, later) in zip(schedule, schedule.dropFirst()) {
                    #expect(earlier.lowerBound == earlier.upperBound)
                    #expect(earlier.upperBound <= later.upperBound && later.upperBound <= .seconds(30))
                    #expect(later.upperBound == min(earlier.upperBound * max(1, min(factor, 1 << 20)), .seconds(30)))
                }
            }
        }
    }

    @Test func `the total is the sum of the longest waits`() {
        for limit in [0, 1, 2, 5, 50] {
            for jitter in [Backoff.Jitter.none, .full] {
                let rule = RetryRule(upTo: limit, waits: .exponential(from: .milliseconds(100), jitter: jitter))
                #expect(rule.schedule.total == rule.schedule.reduce(.zero) { $0 + $1.upperBound })
            }
        }
        #expect(RetryRule(upTo: .max).schedule.total > .seconds(1 << 30), "and any limit is cheap")
        #expect(RetryRule(upTo: -7).schedule.isEmpty)
    }

    @Test func `with jitter the waits lie within the schedule, and spread evenly over it`() throws {
        let rule = RetryRule(upTo: 4, budget: nil)
        var tenths = [Int](repeating: 0, count: 10)
        for seed in 0..<500 as Range<UInt64> {
            var run = DryRun(policies: [.retry(rule)]) { _ in Response(status: 503) }
            run.randomNumbers = SplitMix64(seed: seed)
            _ = try run.load(Plan.send(Request(url: Sample.url)))
            let waits = run.events.compactMap { if case .waited(let duration) = $0.kind { duration } else { nil } }
            #expect(waits.count == 4)
            for (wait, bounds) in zip(waits, rule.schedule) {
                #expect(bounds.contains(wait))
                tenths[min(9, Int(wait / bounds.upperBound * 10))] += 1
            }
        }
        for count in tenths { #expect((140...260).contains(count), "2000 waits in tenths: \(tenths)") }
    }
}
