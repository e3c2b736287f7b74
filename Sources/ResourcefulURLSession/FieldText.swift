import ResourcefulCore

/// Values of fields, as URLSession hands them out on Apple's platforms: each byte as a letter of ISO 8859-1.
package enum FieldText {
    /// The text that the bytes are: UTF-8 where they are well-formed UTF-8, else letters of ISO 8859-1 (RFC 9110,
    /// section 5.5, leaves both open). A text with any other letter was not read byte by byte, and stays.
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
