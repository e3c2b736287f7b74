import Foundation
import ResourcefulCore
import ResourcefulTesting
import Testing

struct RetryAfterTests {
    static let date = Date(timeIntervalSince1970: 784_111_777)

    @Test func `seconds are read as they are written`() {
        let cases: [(String, Int)] = [
            ("120", 120), (" 120 ", 120), ("120.5", 121), ("+5", 5), ("-5", 0), ("0", 0), ("\"30\"", 30), ("007", 7),
            ("120, 120", 120), ("30, 60", 30), ("90s", 90), ("1m30s", 90), ("5 seconds", 5), ("500ms", 1),
            ("2 minutes", 120),
            ("99999999", 31_536_000), ("99999999999999999999999", 31_536_000), ("0.0001", 1),
        ]
        for (text, seconds) in cases { #expect(RetryAfter(parsing: text) == .seconds(seconds), "\(text)") }
    }

    @Test func `dates are read as they are written`() {
        let cases: [String] = [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun, 6 Nov 1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt", "06 Nov 1994 08:49:37",
            "6-Nov-1994 8:49:37 UTC",
            "Sun, 06 Nov 1994 09:49:37 +0100", "Sun, 06 Nov 1994 03:49:37 -0500", "1994-11-06T08:49:37Z",
            "1994-11-06T08:49:37.000+00:00", "1994-11-06 08:49:37 UTC", "1994-11-06T10:19:37+01:30", "784111777",
            "784111777000", "\"Sun, 06 Nov 1994 08:49:37 GMT\"",
        ]
        for text in cases { #expect(RetryAfter(parsing: text) == .date(Self.date), "\(text)") }
    }

    @Test func `nothing else is read`() {
        let cases: [String] = [
            "", " ", "soon", "1e3", "0x10", "1.2.3", "--5", "inf", "nan", "5 parsecs", "1994-11-06",
            "1994-13-06T08:49:37Z", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1994 08:49:37 EST", "٥", "1994-11-06T08:49:37+99:99", "06 Nov 1994",
        ]
        for text in cases { #expect(RetryAfter(parsing: text) == nil, "\(text)") }
    }

    @Test func `a date that has passed means now, and no wait is longer than a year`() {
        #expect(RetryAfter.date(Self.date).duration(from: Self.date + 10) == .zero)
        #expect(RetryAfter.date(Self.date).duration(from: Self.date - 10) == .seconds(10))
        #expect(RetryAfter.date(.distantFuture).duration(from: Self.date) == .seconds(31_536_000))
        #expect(RetryAfter.seconds(.max).duration(from: Self.date) == .seconds(31_536_000))
        #expect(RetryAfter.seconds(-1).duration(from: Self.date) == .zero)
    }

    @Test func `what is written reads back`() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<Effort.rounds(500) {
            let seconds = RetryAfter.seconds(Int.random(in: 0...31_536_000, using: &random))
            #expect(RetryAfter(parsing: seconds.description) == seconds)
            let date = RetryAfter.date(
                Date(timeIntervalSince1970: Double(Int.random(in: 0...9_000_000_000, using: &random))))
            #expect(RetryAfter(parsing: date.description) == date)
        }
    }

    @Test func `nothing is too strange to be read`() {
        var random = SplitMix64(seed: 6)
        let pieces = [
            "1", "99", "Nov", "Sun,", ":", "-", "+", "T", "Z", "GMT", "1994-11-06", "08:49:37", ".", " ", "h", "٣",
        ]
        for _ in 0..<Effort.rounds(5_000) {
            let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            for text in [text, text + random.arbitraryText(upTo: 3)] {
                let wait = RetryAfter(parsing: text)?.duration(from: Self.date) ?? .zero
                #expect((.zero ... .seconds(31_536_000)).contains(wait))
            }
        }
    }
}
