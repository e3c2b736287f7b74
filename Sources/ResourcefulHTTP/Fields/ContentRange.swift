/// Which part of the whole a response holds, in bytes (RFC 9110, section 14.4).
package struct ContentRange: Hashable, Sendable {
    /// The part; nil when there is none, as in a 416.
    package let range: Range<Int>?
    /// How many bytes the whole has; nil where the server does not know.
    package let length: Int?

    /// The value as it stands in a field: `bytes 0-499/1234`, `bytes 0-499/*` or `bytes */1234`; nil for anything else.
    package init?(parsing text: some StringProtocol) {
        let bytes = text.utf8
        guard bytes.count > 6, text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = bytes.dropFirst(6).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if parts[1].elementsEqual("*".utf8) {
            length = nil
        } else {
            guard let number = Self.number(parts[1]) else { return nil }
            length = number
        }
        if parts[0].elementsEqual("*".utf8) {
            guard length != nil else { return nil }
            range = nil
            return
        }
        let ends = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < length ?? .max
        else { return nil }
        range = first..<last + 1
    }

    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        // Longer ones are of no file.
        guard digits.count <= 18 else { return nil }
        return FieldNumber.parsed(String(decoding: digits, as: UTF8.self))
    }
}
