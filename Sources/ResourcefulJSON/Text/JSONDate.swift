/// The date format that nearly all servers send, parsed without a formatter.
enum JSONDate {
    /// A day and a time in the form `2026-03-14T09:26:53`, which may not exist.
    private struct Moment {
        let (year, month, day, hour, minute, second): (Int, Int, Int, Int, Int, Int)

        /// Reads the beginning of a text; nil if it has another form.
        @inline(__always)
        init?(_ text: UnsafeRawBufferPointer) {
            guard text.count >= 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
                text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
                let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
                let hour = number(text[11..<13]), let minute = number(text[14..<16]), let second = number(text[17..<19])
            else { return nil }
            (self.year, self.month, self.day, self.hour, self.minute, self.second) = (
                year, month, day, hour, minute, second
            )
        }

        /// Whether the calendar has the day and the clock has the time. The second may be 60 (RFC 3339, section 5.7).
        @inline(__always)
        var exists: Bool {
            let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let dayCount = month == 2 ? (isLeapYear ? 29 : 28) : 30 + (month + month >> 3) & 1
            return 1...12 ~= month && 1...dayCount ~= day && hour < 24 && minute < 60 && second <= 60
        }
    }

    /// Returns the date of a text such as `2026-03-14T09:26:53Z`; nil for other forms, leap seconds, and years before
    /// 1600.
    static func date(_ text: UnsafeRawBufferPointer) -> Date? {
        guard text.count == 20, text[19] == UInt8(ascii: "Z"), let moment = Moment(text), moment.exists,
            moment.year >= 1600, moment.second < 60
        else { return nil }
        // Count days from 1970-01-01 in years that begin in March, so that the leap day is the last one.
        let years = moment.month < 3 ? moment.year - 1 : moment.year
        let days: Int = (153 * ((moment.month + 9) % 12) + 2) / 5 + moment.day - 1
        let leapDays: Int = years / 4 - years / 100 + years / 400
        let total: Int = years * 365 + leapDays + days - 719_468
        let seconds: Int = moment.hour * 3_600 + moment.minute * 60 + moment.second
        return Date(timeIntervalSince1970: TimeInterval(total * 86_400 + seconds))
    }

    /// Whether a text begins with a day or a time that doesn't exist, such as 30 February. Foundation would read it as
    /// another one.
    static func isUnreal(_ text: UnsafeRawBufferPointer) -> Bool { Moment(text)?.exists == false }

    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
        var value = 0
        for byte in digits {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
