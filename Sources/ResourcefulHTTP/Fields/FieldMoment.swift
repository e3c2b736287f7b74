/// A time as servers write it in fields such as Retry-After: a delay or a date.
enum FieldMoment: Equatable {
    /// A number of seconds after the response, from 0 to a year.
    case after(Double)
    case at(Date)

    /// The maximum delay: a year, in seconds.
    static let longest = 31_536_000.0

    /// Creates a moment from text. Returns nil if it isn't one.
    ///
    /// The magnitude of a number decides its meaning: numbers below 500 million are seconds from now, and larger ones
    /// are Unix times in seconds, milliseconds, or microseconds. A number of 10¹⁷ or more is the maximum delay. `1m30s`
    /// and `20ms` are durations. Anything else is a date.
    init?(_ text: some StringProtocol, now: Date = Date()) {
        let text = Self.bare(text)
        if let number = Self.number(text) {
            self.init(number: number)
        } else if let seconds = Self.duration(text.filter { $0 != " " }) {
            self = .after(min(seconds, Self.longest))
        } else if let date = FieldDate.date(of: text, now: now) {
            self = .at(date)
        } else {
            return nil
        }
    }

    /// Returns the text without surrounding spaces and quotes.
    static func bare(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        let isEdge = { (byte: UInt8) in FieldParameters.isSpace(byte) || byte == UInt8(ascii: "\"") }
        let inner = bytes.drop(while: isEdge)
        return inner.lastIndex { !isEdge($0) }.map { String(decoding: inner[...$0], as: UTF8.self) } ?? ""
    }

    private init?(number: Double) {
        switch number {
        case ..<5e8: self = .after(min(max(0, number), Self.longest))
        case ..<1e11: self = .at(Date(timeIntervalSince1970: number))
        case ..<1e14: self = .at(Date(timeIntervalSince1970: number / 1e3))
        case ..<1e17: self = .at(Date(timeIntervalSince1970: number / 1e6))
        default: self = .after(Self.longest)
        }
    }

    /// Parses a decimal number with an optional sign and fraction, but without an exponent or infinity.
    static func number(_ text: some StringProtocol) -> Double? {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        guard text.utf8.count - digits.count <= 1, text.utf8.count < 40,
            digits.first.map(StructuredFieldGrammar.isDigit) == true,
            digits.allSatisfy({ StructuredFieldGrammar.isDigit($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }

    private static let units: [String: Double] = [
        "ms": 1e-3, "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "m": 60, "min": 60, "mins": 60,
        "minute": 60, "minutes": 60, "h": 3600, "hour": 3600, "hours": 3600, "d": 86_400, "day": 86_400,
        "days": 86_400,
    ]

    /// Parses numbers with units, such as `1h2m3.5s`. Returns seconds.
    private static func duration(_ text: String) -> Double? {
        var rest = text.lowercased().utf8[...]
        var seconds = 0.0
        guard !rest.isEmpty, rest.count < 40 else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { StructuredFieldGrammar.isDigit($0) || $0 == UInt8(ascii: ".") }
            rest = rest[digits.endIndex...]
            let unit = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            rest = rest[unit.endIndex...]
            guard let number = number(Substring(digits)), let factor = units[String(Substring(unit))] else {
                return nil
            }
            seconds += number * factor
        }
        return seconds
    }
}

extension HeaderFields {
    /// Returns the date in the first line with a name; nil if there is none.
    func date(in name: Name) -> Date? {
        guard let text = fields.first(where: { $0.name == name })?.value else { return nil }
        if let date = HTTPDate.date(of: text) { return date }
        if case .at(let date) = FieldMoment(text) { return date }
        return nil
    }
}
