/// Hexadecimal text, two digits for each byte (RFC 4648, section 8).
package enum Hexadecimal {
    /// Returns the digits of some bytes, in lower case.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 0xF))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the digits of a number, padded with zeros: two for each of its bytes.
    package static func text(of number: some FixedWidthInteger) -> String {
        let count = number.bitWidth / 4
        let digits = (0..<count).map { digit(UInt8(truncatingIfNeeded: number >> (4 * (count - 1 - $0))) & 0xF) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes of digits in either case; nil for any other text.
    package static func bytes(of digits: some StringProtocol) -> [UInt8]? {
        let digits = Array(digits.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = byte(of: digits[index..<index + 2]) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// Returns the byte of two digits; nil for anything else.
    package static func byte(of digits: some Collection<UInt8>) -> UInt8? {
        guard digits.count == 2 else { return nil }
        var byte: UInt8 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            byte = byte << 4 | value
        }
        return byte
    }

    /// Returns the value of a digit in either case; nil for any other byte.
    @inline(__always)
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns the digit of a value below 16.
    package static func digit(_ value: UInt8, uppercase: Bool = false) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : (uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")) + value - 10
    }
}
