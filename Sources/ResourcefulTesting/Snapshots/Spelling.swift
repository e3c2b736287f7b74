/// How a text is written, where two texts look the same and are not: `é` as one character, or as two.
enum Spelling {
    /// Whether two texts have the same bytes. To the standard library they are equal when they mean the same.
    static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

    /// The bytes as text, every character outside ASCII as `\u{E9}`, and every byte that is none as `\xE9`.
    static func shown(_ bytes: some Collection<UInt8>) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return bytes.map { $0 < 0x80 ? "\(Unicode.Scalar($0))" : "\\x\(hexadecimal($0))" }.joined()
        }
        return text.unicodeScalars.map { $0.isASCII ? "\($0)" : "\\u{\(hexadecimal($0.value))}" }.joined()
    }

    private static func hexadecimal(_ number: some BinaryInteger) -> String {
        String(number, radix: 16, uppercase: true)
    }
}
