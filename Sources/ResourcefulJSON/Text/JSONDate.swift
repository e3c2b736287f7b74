/// The date format that nearly all servers send, parsed without a formatter.
enum JSONDate {
    /// Returns the date of a text such as `2026-03-14T09:26:53Z`; nil for other forms, days after the 28th, and years
    /// before 1600.
    static func date(_ text: UnsafeRawBufferPointer) -> Date? {
        guard text.count == 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            text[19] == UInt8(ascii: "Z"), let year = number(text[0..<4]), let month = number(text[5..<7]),
            let day = number(text[8..<10]), let hour = number(text[11..<13]), let minute = number(text[14..<16]),
            let second = number(text[17..<19]), year >= 1600, (1...12).contains(month), (1...28).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        // Count days from 1970-01-01 in years that begin in March, so that the leap day is the last one.
        let years = month < 3 ? year - 1 : year
        let days: Int = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let leapDays: Int = years / 4 - years / 100 + years / 400
        let total: Int = years * 365 + leapDays + days - 719_468
        let seconds: Int = hour * 3_600 + minute * 60 + second
        return Date(timeIntervalSince1970: TimeInterval(total * 86_400 + seconds))
    }

    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
        var value = 0
        for byte in digits {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
