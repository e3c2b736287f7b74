/// The identifier of a trace: 16 bytes that aren't all zero, written as 32 lowercase hexadecimal digits.
///
///     let id = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")
///     print(id?.description.count ?? 0)  // 32
public struct TraceID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes as a number.
    public let high: UInt64
    /// The last eight bytes as a number. In a random identifier, at least its last seven bytes are random.
    public let low: UInt64

    /// Creates an identifier from its halves; nil if both are zero.
    public init?(high: UInt64, low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        (self.high, self.low) = (high, low)
    }

    /// Creates an identifier from 32 lowercase hexadecimal digits; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 32, let high = LowercaseHexadecimal.number(digits[..<16]),
            let low = LowercaseHexadecimal.number(digits[16...])
        else { return nil }
        self.init(high: high, low: low)
    }

    /// Creates an identifier from random numbers. Zero, which isn't valid, becomes one.
    init(drawing high: UInt64, _ low: UInt64) {
        (self.high, self.low) = (high, high == 0 && low == 0 ? 1 : low)
    }

    /// The 32 digits.
    public var description: String { Hexadecimal.text(of: high) + Hexadecimal.text(of: low) }
}

/// The identifier of a span in a trace: eight bytes that aren't all zero, written as 16 lowercase hexadecimal digits.
/// The specification calls it parent-id in a `traceparent` field.
///
///     let id = SpanID("00f067aa0ba902b7")
///     print(id?.description ?? "")  // 00f067aa0ba902b7
public struct SpanID: Hashable, Sendable, CustomStringConvertible {
    /// The eight bytes as a number.
    public let number: UInt64

    /// Creates an identifier from a number; nil for zero.
    public init?(_ number: UInt64) {
        guard number != 0 else { return nil }
        self.number = number
    }

    /// Creates an identifier from 16 lowercase hexadecimal digits; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 16, let number = LowercaseHexadecimal.number(digits[...]) else { return nil }
        self.init(number)
    }

    /// Creates an identifier from a random number. Zero, which isn't valid, becomes one.
    init(drawing number: UInt64) { self.number = max(1, number) }

    /// The 16 digits.
    public var description: String { Hexadecimal.text(of: number) }
}

/// Hexadecimal digits as trace contexts have them: in lower case only.
enum LowercaseHexadecimal {
    /// Returns the number that at most 16 digits mean; nil if one of the bytes isn't a lowercase digit.
    static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}
