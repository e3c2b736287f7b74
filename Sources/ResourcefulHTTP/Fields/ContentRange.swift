/// The range of bytes that a response contains (RFC 9110, section 14.4).
package struct ContentRange: Hashable, Sendable {
    /// The range; nil if there is none, as in a 416 response.
    package let range: Range<Int>?
    /// The length of the whole representation in bytes; nil if the server doesn't know it.
    package let length: Int?

    /// The length if the range is the whole representation.
    package var lengthOfAll: Int? { range.flatMap { $0.lowerBound == 0 && $0.upperBound == length ? length : nil } }

    /// Parses a field value: `bytes 0-499/1234`, `bytes 0-499/*`, or `bytes */1234`. Returns nil for anything else.
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
        // No file is larger.
        guard digits.count <= 18 else { return nil }
        return FieldNumber.parsed(String(decoding: digits, as: UTF8.self))
    }
}
