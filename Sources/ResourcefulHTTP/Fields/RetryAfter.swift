/// The time to retry: after a delay or at a date (RFC 9110, section 10.2.3).
///
///     let response = Response(status: 503, headerFields: ["Retry-After": "120"])
///     if let time = response.headerFields.retryAfter {
///         print(time.duration(from: now))  // 120.0 seconds
///     }
public enum RetryAfter: Hashable, Sendable, CustomStringConvertible {
    /// After a number of seconds.
    case seconds(Int)
    /// At a date, in whole seconds.
    case date(Date)

    /// Creates a time from a field value. Parsing is lenient; it returns nil for anything else.
    ///
    /// It accepts spaces, signs, fractions (rounded up), units (`1m30s`), and dates that are almost in HTTP's form. A
    /// negative number becomes 0, and more than a year becomes a year. A number that can only be a Unix time is a date.
    /// If there are several values, the first counts.
    public init?(parsing text: some StringProtocol) {
        switch FieldMoment(text) ?? FieldList.members(String(text)).first.flatMap({ FieldMoment($0) }) {
        case .after(let seconds): self = .seconds(Int(seconds.rounded(.up)))
        case .at(let date): self = .date(date)
        case nil: return nil
        }
    }

    /// Returns the time from a moment until then, from zero to a year.
    public func duration(from now: Date) -> Duration {
        switch self {
        case .seconds(let seconds): .seconds(min(max(0, seconds), Int(FieldMoment.longest)))
        case .date(let date): .seconds(min(max(0, date.timeIntervalSince(now)), FieldMoment.longest))
        }
    }

    /// The field value; empty if HTTP can't represent the date.
    public var description: String {
        switch self {
        case .seconds(let seconds): "\(max(0, seconds))"
        case .date(let date): HTTPDate.text(of: date) ?? ""
        }
    }
}

/// Numbers in fields.
package enum FieldNumber {
    /// Parses a number of only decimal digits. Returns nil for anything else, and if the number is too large.
    package static func parsed(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(StructuredFieldGrammar.isDigit) else { return nil }
        return Int(text)
    }
}
