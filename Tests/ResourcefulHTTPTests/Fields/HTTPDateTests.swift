import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Dates in HTTP's three forms (RFC 9110, section 5.6.7).
struct HTTPDateTests {
    private static let example = Date(timeIntervalSince1970: 784_111_777)

    @Test func `the three forms of the RFC are read, whatever the day of the week`() {
        let cases: [String] = [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Mon, 06 Nov 1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 GMT",
            "sUN nOV  6 08:49:37 1994",
        ]
        for text in cases {
            #expect(HTTPDate.date(of: text, now: Date(timeIntervalSince1970: 1_700_000_000)) == Self.example, "\(text)")
        }
    }

    @Test func `one form is written`() {
        #expect(HTTPDate.text(of: Self.example) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: Self.example + 0.999) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: -0.5)) == "Wed, 31 Dec 1969 23:59:59 GMT")
    }

    @Test func `a date outside of the years 1 to 9999 has no text, however far away it is`() {
        let cases: [Double] = [
            -0x1p63, -0x1p63 + 1_024, 0x1p62, 1e300, -.infinity, .nan, -62_135_596_801, 253_402_300_800,
        ]
        for seconds in cases { #expect(HTTPDate.text(of: Date(timeIntervalSince1970: seconds)) == nil, "\(seconds)") }
    }

    @Test func `anything else is no date`() {
        let cases: [String] = [
            "", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
            "S\u{F5}n, 06 Nov 1994 08:49:37 GMT", "Sun, 06 No\u{36} 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT ",
            " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
            "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
            "Fri, 31 Dec 9999 23:59:60 GMT", "fri, 31 dec 9999 23:59:60 gmt", "Fri Dec 31 23:59:60 9999",
            "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994", "Sun Nov   6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT", "0", "-1",
            "Sun, 06 Nov 1994 08:49:37 +0000", "Som, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        ]
        for text in cases { #expect(HTTPDate.date(of: text) == nil, "\(text)") }
    }

    @Test func `a leap second is the first of the next minute, a leap day is there when it is`() {
        #expect(HTTPDate.date(of: "Sun, 06 Nov 1994 08:49:60 GMT") == Self.example + 23)
        #expect(HTTPDate.date(of: "Fri, 31 Dec 9999 23:59:59 GMT")?.timeIntervalSince1970 == 253_402_300_799)
        let day = Date(timeIntervalSince1970: 951_782_400)
        #expect(HTTPDate.date(of: "Tue, 29 Feb 2000 00:00:00 GMT") == day)
    }

    @Test func `two digits of a year are at most fifty years ahead`() {
        let cases: [(Int, Int)] = [
            (1994, 2026), (2075, 2026), (1977, 2026), (2099, 2060), (2000, 1990), (2010, 1990), (2049, 1999),
        ]
        for (year, now) in cases {
            let now = CivilTime(year: now, month: 6, day: 1, hour: 0, minute: 0, second: 0).secondsSince1970
            let digits = "\(year % 100 + 100)".dropFirst()
            let text = "Sunday, 01-Jan-\(digits) 00:00:00 GMT"
            let expected = CivilTime(year: year, month: 1, day: 1, hour: 0, minute: 0, second: 0).secondsSince1970
            #expect(
                HTTPDate.date(of: text, now: Date(timeIntervalSince1970: Double(now)))
                    == Date(timeIntervalSince1970: Double(expected)), "\(year)")
        }
    }

    @Test func `every second of the years 1 to 9999 that is written is read as the same`() {
        var random = SplitMix64(seed: 51)
        let (first, last) = (-62_135_596_800, 253_402_300_799)
        for seconds in [first, last, 0, -1]
            + (0..<Effort.rounds(20_000)).map({ _ in Int.random(in: first...last, using: &random) })
        {
            let date = Date(timeIntervalSince1970: Double(seconds))
            let text = HTTPDate.text(of: date)
            #expect(text?.utf8.count == 29)
            #expect(text.flatMap { HTTPDate.date(of: $0) } == date)
        }
        for seconds in [first - 1, last + 1, Int.max / 4] {
            #expect(HTTPDate.text(of: Date(timeIntervalSince1970: Double(seconds))) == nil)
        }
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: .nan)) == nil)
    }

    @Test func `every day from 1600 to 2400 follows the one before, as does the day of the week`() {
        // The calendar begins anew every 400 years.
        let start = Effort.isReduced ? 2000 : 1600
        var (year, month, day, weekday) = (start, 1, 1, 6)
        let first =
            CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0).secondsSince1970 / 86_400
        for days in first..<first + Int64((2400 - start) * 146_097 / 400 + 6) {
            let time = CivilTime(secondsSince1970: days * 86_400)
            #expect((time.year, time.month, time.day, time.weekday) == (year, month, day, weekday))
            #expect(time.secondsSince1970 == days * 86_400)
            weekday = (weekday + 1) % 7
            let next = CivilTime(year: year, month: month, day: day + 1, hour: 0, minute: 0, second: 0)
            (year, month, day) =
                next.isValid ? (year, month, day + 1) : month < 12 ? (year, month + 1, 1) : (year + 1, 1, 1)
        }
    }
}
