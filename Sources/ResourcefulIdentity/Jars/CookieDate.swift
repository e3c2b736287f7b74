/// Parses the date of a cookie as browsers do, in any order and form (RFC 6265, section 5.1.1).
enum CookieDate {
    /// The date; nil if a part is missing, or the day doesn't exist.
    static func parsed(_ text: some StringProtocol) -> Date? {
        var (time, day, month, year) = (nil as (Int, Int, Int)?, nil as Int?, nil as Int?, nil as Int?)
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = clock(token) {
                time = found
            } else if day == nil, let found = number(token, 1...2) {
                day = found
            } else if month == nil, let found = monthNumber(token) {
                month = found
            } else if year == nil, let found = number(token, 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard year >= 1601, (0...23).contains(time.0), (0...59).contains(time.1), (0...59).contains(time.2) else {
            return nil
        }
        let numbers = [day, time.0, time.1, time.2].map { ($0 < 10 ? "0" : "") + "\($0)" }
        // Every weekday fits every date.
        let text = "Sun, \(numbers[0]) \(months[month - 1]) \(year) \(numbers[1...].joined(separator: ":")) GMT"
        return HTTPDate.date(of: text)
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// A number with a count of digits, which no other digit follows.
    private static func number(_ bytes: some Collection<UInt8>, _ counts: ClosedRange<Int>) -> Int? {
        let digits = bytes.prefix(while: isDigit)
        guard counts.contains(digits.count) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func clock(_ bytes: some Collection<UInt8>) -> (Int, Int, Int)? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit),
            let hour = number(parts[0], 1...2), let minute = number(parts[1], 1...2),
            let second = number(parts[2], 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func monthNumber(_ bytes: some Collection<UInt8>) -> Int? {
        let letters = bytes.prefix(3).map { $0 | 0x20 }
        return months.firstIndex { Array($0.lowercased().utf8) == letters }.map { $0 + 1 }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
