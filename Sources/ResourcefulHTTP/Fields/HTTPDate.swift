/// Dates in HTTP's form, in whole seconds and in the years 1 to 9999 (RFC 9110, section 5.6.7).
public enum HTTPDate {
    /// Returns a date in HTTP's form: `Sun, 06 Nov 1994 08:49:37 GMT`. Fractions of a second are rounded down.
    ///
    /// - Returns: The text; nil if the date is outside the years 1 to 9999.
    public static func text(of date: Date) -> String? {
        // The year 9999 is less than a trillion seconds away. Larger numbers are too large for the calendar.
        guard date.timeIntervalSince1970.magnitude < 1e12,
            let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down))
        else { return nil }
        let moment = CivilTime(secondsSince1970: seconds)
        guard (1...9999).contains(moment.year) else { return nil }
        let date = "\(padded(moment.day)) \(months[moment.month - 1]) \(padded(moment.year, to: 4))"
        let time = "\(padded(moment.hour)):\(padded(moment.minute)):\(padded(moment.second))"
        return "\(weekdays[moment.weekday].prefix(3)), \(date) \(time) GMT"
    }

    /// Returns the date of a text in one of the three forms that recipients must support; nil for anything else.
    ///
    /// The weekday must be valid, but doesn't have to be the right one. The form of RFC 850 has years of two digits: if
    /// the date would be more than 50 years after `now`, it is in the previous century.
    public static func date(of text: some StringProtocol, now: Date = Date()) -> Date? {
        let plain = text.utf8.withContiguousStorageIfAvailable { Self.fixed(UnsafeRawBufferPointer($0)) }
        if let date = plain ?? nil { return date }
        var reader = HTTPDateReader(Array(text.utf8))
        return reader.read(now: now)
    }

    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func padded(_ number: Int, to length: Int = 2) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, length - text.count)) + text
    }
}

/// A time in the Gregorian calendar, in UTC.
package struct CivilTime: Hashable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// The day of the week; 0 is Sunday.
    package var weekday: Int { ((days + 4) % 7 + 7) % 7 }

    package var secondsSince1970: Int64 { Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second) }

    /// Whether the date and the time exist. The second may be 60.
    package var isValid: Bool {
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60 else {
            return false
        }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// The date, if it is in the years 1 to 9999. The leap second at their end is not.
    var httpDate: Date? {
        guard isValid, year > 0, secondsSince1970 < 253_402_300_800 else { return nil }
        return Date(timeIntervalSince1970: Double(secondsSince1970))
    }

    /// The days since 1970. Years are counted from March 1, so the leap day is the last day of a year.
    private var days: Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension CivilTime {
    /// Creates the time of a moment that is less than a trillion seconds away.
    package init(secondsSince1970 seconds: Int64) {
        let time = Int((seconds % 86_400 + 86_400) % 86_400)
        let days = Int((seconds - Int64(time)) / 86_400) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        month = shifted < 10 ? shifted + 3 : shifted - 9
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
    }
}
