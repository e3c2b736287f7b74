extension HTTPDate {
    /// Parses the most common form, `Sun, 06 Nov 1994 08:49:37 GMT`, quickly. Returns nil for any other text, which may
    /// still be a date.
    static func fixed(_ bytes: UnsafeRawBufferPointer) -> Date? {
        guard bytes.count == 29, hasMarks(bytes), weekdayCodes.contains(word(bytes, at: 0)),
            let month = monthCodes.firstIndex(of: word(bytes, at: 7)), let day = number(bytes, at: 5),
            let century = number(bytes, at: 12), let year = number(bytes, at: 14), let hour = number(bytes, at: 17),
            let minute = number(bytes, at: 20), let second = number(bytes, at: 23)
        else { return nil }
        let time = CivilTime(
            year: century * 100 + year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
        return time.httpDate
    }

    /// Returns whether the separators are in place. The comma is checked with the weekday, and a space with the month.
    private static func hasMarks(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes[4] == UInt8(ascii: " ") && bytes[11] == UInt8(ascii: " ") && bytes[16] == UInt8(ascii: " ")
            && bytes[19] == UInt8(ascii: ":") && bytes[22] == UInt8(ascii: ":") && word(bytes, at: 25) == gmtCode
    }

    /// Returns four bytes as one number.
    private static func word(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
    }

    /// Returns the number of two digits.
    private static func number(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
        let (tens, ones) = (bytes[index] &- UInt8(ascii: "0"), bytes[index + 1] &- UInt8(ascii: "0"))
        return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
    }

    private static let weekdayCodes = weekdays.map { code("\($0.prefix(3)),") }
    private static let monthCodes = months.map { code(" \($0)") }
    private static let gmtCode = code(" GMT")

    private static func code(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}
