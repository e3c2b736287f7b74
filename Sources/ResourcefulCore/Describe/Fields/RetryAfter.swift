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

    /// The value as it stands in a field; nil for anything else.
    public init?(parsing text: some StringProtocol) {
        if let seconds = FieldNumber.parsed(text) {
            self = .seconds(seconds)
        } else if let date = HTTPDate.date(of: text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// How long that is from a moment on; never less than nothing.
    public func duration(from now: Date) -> Duration {
        switch self {
        case .seconds(let seconds): .seconds(max(0, seconds))
        case .date(let date): .seconds(max(0, date.timeIntervalSince(now)))
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
enum FieldNumber {
    /// A number of decimal digits alone; nil for anything else and for one that is too large.
    static func parsed(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(StructuredFieldGrammar.isDigit) else { return nil }
        return Int(text)
    }
}
