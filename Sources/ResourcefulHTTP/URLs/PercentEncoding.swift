/// Percent-encoding: a byte that must be encoded becomes `%XX` (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Returns the text in UTF-8 with every byte outside of a set encoded once.
    package static func encoded(_ text: String, keeping kept: ByteSet = .unreserved, spaceAsPlus: Bool = false)
        -> String
    {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if kept.contains(byte) {
                bytes.append(byte)
            } else if spaceAsPlus, byte == UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: "+"))
            } else {
                append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text in UTF-8 with the bytes encoded that aren't allowed in a URL. `%XX` stays unchanged (RFC 6570,
    /// section 3.2.3).
    static func encodedKeepingReserved(_ text: String) -> String {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        for (index, byte) in source.enumerated() {
            let isEncoded = byte == UInt8(ascii: "%") && Hexadecimal.byte(of: source[(index + 1)...].prefix(2)) != nil
            if isEncoded || ByteSet.uri.contains(byte) { bytes.append(byte) } else { append(byte, to: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends `%XX` for a byte, in uppercase (RFC 3986, section 2.1).
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes += [UInt8(ascii: "%"), Hexadecimal.digit(byte >> 4, uppercase: true)]
        bytes.append(Hexadecimal.digit(byte & 0xF, uppercase: true))
    }

    /// Returns the decoded text. A `%` without two digits after it stays unchanged, and invalid UTF-8 is repaired.
    package static func decoded(_ text: some Sequence<UInt8>, plusAsSpace: Bool = false) -> String {
        String(decoding: bytes(text, space: plusAsSpace ? UInt8(ascii: "+") : nil), as: UTF8.self)
    }

    /// Returns the decoded bytes. A mark without two hexadecimal digits after it stays unchanged.
    package static func bytes(
        _ text: some Sequence<UInt8>, after mark: UInt8 = UInt8(ascii: "%"), space: UInt8? = nil
    ) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = ArraySlice(text)
        while let byte = rest.popFirst() {
            if byte == mark, let value = Hexadecimal.byte(of: rest.prefix(2)) {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == space ? UInt8(ascii: " ") : byte)
            }
        }
        return decoded
    }
}

/// The percent-encoding of `application/x-www-form-urlencoded` (the WHATWG URL standard, section 5.2).
package enum FormEncoding {
    /// Returns an encoded name or value: letters, digits and `*-._` stay, a space becomes `+`, every other byte `%XX`.
    package static func encoded(_ text: String) -> String {
        PercentEncoding.encoded(text, keeping: .form, spaceAsPlus: true)
    }
}
