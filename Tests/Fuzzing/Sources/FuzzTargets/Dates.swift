import ResourcefulTesting

@testable import ResourcefulHTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Dates as HTTP writes them, and as servers do.
    static let dates = FuzzTarget("Dates") { bytes throws(Violation) in
        let text = String(decoding: bytes, as: UTF8.self)
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        if let date = HTTPDate.date(of: text, now: now) {
            try checkWritten(date)
            try require(FieldDate.date(of: text, now: now), equals: date, "read widely, a date is another one")
        }
        if let date = FieldDate.date(of: text, now: now) {
            try require(date.timeIntervalSince1970.isFinite, "a date is a number")
            _ = HTTPDate.text(of: date)
        }
        // The short way and the long way to the same date.
        let fixed = bytes.withUnsafeBytes { HTTPDate.fixed($0) }
        if let fixed {
            var reader = HTTPDateReader(bytes)
            try require(reader.read(now: now), equals: fixed, "read at once, a date is another one")
        }
        if let moment = RetryAfter(parsing: text) {
            let wait = moment.duration(from: now)
            try require(wait >= .zero && wait <= .seconds(31_536_000), "a wait of \(wait)")
            let again = RetryAfter(parsing: moment.description)
            if case .seconds = moment { try require(again, equals: moment, "written and read it is another moment") }
        }
        try checkNumber(bytes, now: now)
    }

    /// What is written is read as the same date.
    private static func checkWritten(_ date: Date) throws(Violation) {
        guard let text = HTTPDate.text(of: date) else { throw Violation("a date can't be written: \(date)") }
        try require(text.utf8.count, equals: 29, "a date has 29 characters")
        try require(HTTPDate.date(of: text), equals: date, "written and read it is another date")
    }

    /// Any number of seconds, as a damaged file may hold it.
    private static func checkNumber(_ bytes: [UInt8], now: Date) throws(Violation) {
        guard bytes.count >= 8 else { return }
        let number = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        // A second of the years 1 to 9999, and any other.
        try checkWritten(Date(timeIntervalSince1970: Double(number % 315_537_897_600) - 62_135_596_800))
        let seconds = Double(bitPattern: number)
        let date = Date(timeIntervalSince1970: seconds)
        guard let text = HTTPDate.text(of: date) else { return }
        guard let read = HTTPDate.date(of: text) else { throw Violation("what was written is no date: \(text)") }
        try require((0..<1).contains(date.timeIntervalSince(read)), "written and read it is another date: \(text)")
        _ = RetryAfter.date(date).duration(from: now)
        _ = HTTPDate.date(of: "Sunday, 06-Nov-94 08:49:37 GMT", now: date)
    }
}
