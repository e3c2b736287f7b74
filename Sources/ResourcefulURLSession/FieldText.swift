/// The values of fields as URLSession returns them on Apple's platforms: each byte as a character of ISO 8859-1.
package enum FieldText {
    /// Returns the text of the bytes: UTF-8 if they are well-formed, otherwise characters of ISO 8859-1 (RFC 9110,
    /// section 5.5, allows both). A text with any other character wasn't read byte by byte, and is returned unchanged.
    package static func repaired(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return text }
            bytes.append(byte)
        }
        return String(wellFormed: bytes, as: UTF8.self) ?? text
    }
}
