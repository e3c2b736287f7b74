/// A Base64 decoder for structured fields (RFC 4648, section 4; RFC 9651, section 4.2.7).
enum Base64 {
    /// Returns the decoded bytes; nil if a character isn't in the alphabet or the length isn't valid. Padding may be
    /// omitted.
    static func decoded(_ text: ArraySlice<UInt8>) -> Data? {
        var digits = text
        while digits.last == UInt8(ascii: "="), text.count - digits.count < 2 { digits.removeLast() }
        let isPadded = digits.count < text.count
        guard digits.count % 4 != 1, !isPadded || text.count % 4 == 0 else { return nil }
        var data = Data()
        data.reserveCapacity(digits.count * 3 / 4)
        var (bits, count): (UInt32, Int) = (0, 0)
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            data.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return data
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
