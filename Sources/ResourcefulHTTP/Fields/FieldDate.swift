/// Dates in fields as servers write them. Parsing is more lenient than RFC 9110 requires.
package enum FieldDate {
    /// Returns the date of a text in one of HTTP's three forms, in the form of RFC 3339, or in almost one of HTTP's
    /// forms; nil for anything else.
    ///
    /// The last may have a one-digit day, any case, no weekday, and a zone such as `UTC` or `+0200`, or no zone.
    package static func date(of text: String, now: Date) -> Date? {
        guard text.utf8.count < 64 else { return nil }
        return HTTPDate.date(of: text, now: now) ?? internetDate(Array(text.utf8)) ?? looseDate(text)
    }

    /// Parses `2026-03-14T09:26:53.5+01:00` (RFC 3339, section 5.6), including the fraction of a second.
    private static func internetDate(_ bytes: [UInt8]) -> Date? {
        guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
            let year = FieldNumber.parsed(String(decoding: bytes[0..<4], as: UTF8.self)),
            let month = FieldNumber.parsed(String(decoding: bytes[5..<7], as: UTF8.self)),
            let day = FieldNumber.parsed(String(decoding: bytes[8..<10], as: UTF8.self)),
            let time = clock(String(decoding: bytes[11..<19], as: UTF8.self))
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: StructuredFieldGrammar.isDigit)
            guard !digits.isEmpty else { return nil }
            fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
            rest = rest[digits.endIndex...]
        }
        guard let offset = offset(of: String(decoding: rest, as: UTF8.self).filter { $0 != " " }) else { return nil }
        let moment = CivilTime(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
        return moment.isValid && year > 0
            ? Date(timeIntervalSince1970: Double(moment.secondsSince1970 - Int64(offset)) + fraction) : nil
    }

    /// Reads the parts in any order and recognizes them by their form, as RFC 6265, section 5.1.1, does for cookie
    /// dates.
    private static func looseDate(_ text: String) -> Date? {
        var words = text.lowercased().split { " \t,".contains($0) }[...]
        var shift = 0
        if let last = words.last, let offset = offset(of: String(last)) {
            shift = offset
            words = words.dropLast()
        }
        var (day, month, year): (Int?, Int?, Int?)
        var time: (hour: Int, minute: Int, second: Int)?
        for word in words.flatMap({ $0.split(separator: "-") }) {
            if word.contains(":"), time == nil {
                time = clock(word)
            } else if let number = FieldNumber.parsed(word) {
                if word.utf8.count <= 2, day == nil { day = number } else { year = completed(number, word.utf8.count) }
            } else if let place = HTTPDate.months.firstIndex(where: { word.hasPrefix($0.lowercased()) }) {
                month = place + 1
            } else if !HTTPDate.weekdays.contains(where: { word.hasPrefix($0.prefix(3).lowercased()) }) {
                return nil
            }
        }
        guard let day, let month, let year, let time, year > 0 else { return nil }
        let moment = CivilTime(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
        return moment.isValid ? Date(timeIntervalSince1970: Double(moment.secondsSince1970 - Int64(shift))) : nil
    }

    private static func completed(_ year: Int, _ digits: Int) -> Int? {
        switch digits {
        case 4: year
        case 2: year < 70 ? 2000 + year : 1900 + year
        default: nil
        }
    }

    private static func clock(_ text: some StringProtocol) -> (hour: Int, minute: Int, second: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count <= 2 ? FieldNumber.parsed($0) : nil }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        return (numbers[0], numbers[1], numbers[2])
    }

    /// Returns the offset from UTC, in seconds, of a zone such as `GMT`, `Z`, `+01:00`, or `-0500`. An empty zone is
    /// UTC. Returns nil if the text isn't a zone.
    private static func offset(of zone: String) -> Int? {
        let zone = zone.lowercased()
        if ["", "z", "gmt", "utc", "ut"].contains(zone) { return 0 }
        guard let sign = zone.first, sign == "+" || sign == "-" else { return nil }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard digits.utf8.count == 4, let number = FieldNumber.parsed(digits), number % 100 < 60, number < 2400 else {
            return nil
        }
        return (sign == "-" ? -1 : 1) * (number / 100 * 3600 + number % 100 * 60)
    }
}
