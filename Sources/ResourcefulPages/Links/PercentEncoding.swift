/// Percent-encoding: a byte that must be encoded becomes `%XX` (RFC 3986, section 2.1).
enum PercentEncoding {
    /// Returns the text in UTF-8 with every byte encoded that isn't plain.
    static func encoded(_ text: String, plain isPlain: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 { append(byte, encoded: !isPlain(byte), to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text in UTF-8 with the bytes encoded that aren't allowed in a URL. `%XX` stays unchanged.
    static func encoded(url text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let isEncoded = byte == UInt8(ascii: "%") && value(of: rest.prefix(2)) != nil
            let isAllowed = isEncoded || isAlphanumeric(byte) || "-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte)
            append(byte, encoded: !isAllowed, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the decoded bytes; nil if a `%` has no two digits after it, or if a byte that isn't plain isn't encoded.
    static func decoded(_ bytes: some Sequence<UInt8>, plain isPlain: (UInt8) -> Bool) -> [UInt8]? {
        var decoded: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let value = value(of: rest.prefix(2)) else { return nil }
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                guard isPlain(byte) else { return nil }
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// Whether a byte is an ASCII letter or digit.
    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    private static func append(_ byte: UInt8, encoded isEncoded: Bool, to bytes: inout [UInt8]) {
        guard isEncoded else { return bytes.append(byte) }
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }

    /// Returns the value of two hexadecimal digits.
    private static func value(of digits: ArraySlice<UInt8>) -> UInt8? {
        let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return values.count == 2 ? UInt8(values[0] * 16 + values[1]) : nil
    }
}
