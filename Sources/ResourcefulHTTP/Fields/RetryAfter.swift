#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// When to come back: after a while, or at a date (RFC 9110, section 10.2.3).
public enum RetryAfter: Hashable, Sendable, CustomStringConvertible {
    /// After so many seconds.
    case seconds(Int)
    /// At a date, in whole seconds.
    case date(Date)

    /// The value as it stands in a field, read as widely as servers write it; nil for anything else.
    ///
    /// Spaces, signs, fractions (rounded up) and units (`1m30s`) are understood, and dates that are nearly HTTP's. A
    /// negative number is 0, more than a year a year; a number that can only be a Unix time is a date. Of several
    /// values the first counts.
    public init?(parsing text: some StringProtocol) {
        switch FieldMoment(text) ?? FieldList.members(String(text)).first.flatMap({ FieldMoment($0) }) {
        case .after(let seconds): self = .seconds(Int(seconds.rounded(.up)))
        case .at(let date): self = .date(date)
        case nil: return nil
        }
    }

    /// How long that is from a moment on: never less than nothing, nor more than a year.
    public func duration(from now: Date) -> Duration {
        switch self {
        case .seconds(let seconds): .seconds(min(max(0, seconds), Int(FieldMoment.longest)))
        case .date(let date): .seconds(min(max(0, date.timeIntervalSince(now)), FieldMoment.longest))
        }
    }

    /// The value as it stands in a field; empty for a date that HTTP can't write.
    public var description: String {
        switch self {
        case .seconds(let seconds): "\(max(0, seconds))"
        case .date(let date): HTTPDate.text(of: date) ?? ""
        }
    }
}

/// Numbers in fields.
package enum FieldNumber {
    /// A number of decimal digits alone; nil for anything else and for one that is too large.
    package static func parsed(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(StructuredFieldGrammar.isDigit) else { return nil }
        return Int(text)
    }
}
