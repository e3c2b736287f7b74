/// The parts of rate limits as servers write them.
enum RateLimitText {
    /// Returns a text without surrounding spaces and quotes.
    static func bare(_ text: some StringProtocol) -> String { FieldMembers.trimmed(text, " \t\"") }

    /// Returns a decimal number with an optional sign and fraction, but without an exponent or infinity.
    static func number(_ text: String) -> Double? {
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

    /// Returns the seconds of numbers with units, such as `1h2m3.5s`.
    static func duration(_ text: String) -> Double? {
        var rest = text.filter { $0 != " " }.lowercased()[...]
        var seconds = 0.0
        guard !rest.isEmpty, rest.utf8.count < 40 else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
            let unit = rest.dropFirst(digits.count).prefix { ("a"..."z").contains($0) }
            rest = rest.dropFirst(digits.count + unit.count)
            guard let number = number(String(digits)), let factor = units[String(unit)] else { return nil }
            seconds += number * factor
        }
        return seconds
    }
}

extension RateLimit.Reset {
    /// The maximum delay: a year, in seconds.
    private static let longest = 31_536_000.0

    /// Creates a reset from text. Returns nil if it is neither a delay nor a date.
    ///
    /// Numbers below 500 million are seconds from now. `RetryAfter` reads larger ones, which are Unix times, and dates,
    /// but only in whole seconds.
    init?(_ text: String) {
        let text = RateLimitText.bare(text)
        let number = RateLimitText.number(text)
        if let seconds = number ?? RateLimitText.duration(text), number == nil || seconds < 5e8 {
            self = .after(.seconds(min(max(0, seconds), Self.longest)))
            return
        }
        switch RetryAfter(parsing: text) {
        case .seconds(let seconds): self = .after(.seconds(seconds))
        case .date(let date): self = .date(date)
        case nil: return nil
        }
    }
}
