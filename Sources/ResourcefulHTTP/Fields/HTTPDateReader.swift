/// Reads the three forms of a date (RFC 9110, section 5.6.7), which are case-insensitive (RFC 9111, section 4.2).
struct HTTPDateReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func read(now: Date) -> Date? {
        let whole = rest
        for form in [Self.readFixed, Self.readAsctime] {
            rest = whole
            if let time = form(&self), rest.isEmpty, let date = time.httpDate { return date }
        }
        rest = whole
        guard var time = readRFC850(), rest.isEmpty else { return nil }
        let century =
            now.timeIntervalSince1970.magnitude < 1e12
            ? CivilTime(secondsSince1970: Int64(now.timeIntervalSince1970)).year / 100 * 100 : 2000
        time.year += century + 100
        let limit = now.timeIntervalSince1970 + 50 * 365.2425 * 86_400
        while time.year > 0, Double(time.secondsSince1970) > limit { time.year -= 100 }
        return time.httpDate
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func readFixed(_ reader: inout HTTPDateReader) -> CivilTime? {
        guard reader.skip(oneOf: HTTPDate.weekdays.map { $0.prefix(3) + ", " }) != nil, let day = reader.number(2),
            reader.skip(" "), let month = reader.skip(oneOf: HTTPDate.months), reader.skip(" "),
            let year = reader.number(4), reader.skip(" "), let time = reader.time(), reader.skip(" GMT")
        else { return nil }
        return CivilTime(
            year: year, month: month + 1, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }

    /// Reads `Sunday, 06-Nov-94 08:49:37 GMT`. The year keeps its two digits.
    private mutating func readRFC850() -> CivilTime? {
        guard skip(oneOf: HTTPDate.weekdays.map { $0 + ", " }) != nil, let day = number(2), skip("-"),
            let month = skip(oneOf: HTTPDate.months), skip("-"), let year = number(2), skip(" "), let time = time(),
            skip(" GMT")
        else { return nil }
        return CivilTime(
            year: year, month: month + 1, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }

    /// Reads `Sun Nov  6 08:49:37 1994`.
    private static func readAsctime(_ reader: inout HTTPDateReader) -> CivilTime? {
        guard reader.skip(oneOf: HTTPDate.weekdays.map { $0.prefix(3) + " " }) != nil,
            let month = reader.skip(oneOf: HTTPDate.months), reader.skip(" "),
            let day = reader.skip(" ") ? reader.number(1) : reader.number(2), reader.skip(" "),
            let time = reader.time(), reader.skip(" "), let year = reader.number(4)
        else { return nil }
        return CivilTime(
            year: year, month: month + 1, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }

    private mutating func time() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2) else {
            return nil
        }
        return (hour, minute, second)
    }

    private mutating func number(_ length: Int) -> Int? {
        let digits = rest.prefix(length)
        guard digits.count == length, digits.allSatisfy(StructuredFieldGrammar.isDigit) else { return nil }
        rest = rest.dropFirst(length)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private mutating func skip(_ text: some StringProtocol) -> Bool {
        let isThere = rest.starts(with: text.utf8) { $0 == $1 || Self.lowercase($0) == Self.lowercase($1) }
        guard isThere else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    /// Skips one of several texts. Returns its index.
    private mutating func skip(oneOf texts: [some StringProtocol]) -> Int? {
        for (index, text) in texts.enumerated() where skip(text) { return index }
        return nil
    }
}
