// The extent of values.
extension SecretScanner {
    /// Moves to the end of the value after a separator, and returns its place.
    mutating func skipValue() -> Range<Int> {
        let separator = bytes[index - 1]
        let first = index
        skip { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
        let start = index
        skip { $0 == UInt8(ascii: "\\") }
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return skipString(escapedBy: index - start)
        default:
            if let entity = Self.quote(at: index, in: bytes) { return skipString(between: entity) }
            if skipBlock() { return start..<index }
            // Text after a container counts as part of it: once replaced, the two can't be told apart.
            if current == UInt8(ascii: "{") || current == UInt8(ascii: "[") { skipContainer() }
            let ends = separator == UInt8(ascii: "=") ? "&\"'<>\\" : ",}]"
            // `a=b c=d` has two values; `a = b c` has one, up to the end of the line.
            let endsAtSpace = separator == UInt8(ascii: "=") && start == first
            skip { !ends.utf8.contains($0) && $0 != 0x0A && $0 != 0x0D && !(endsAtSpace && $0 <= 0x20) }
        }
        return start..<index
    }

    /// Skips a YAML block: `|` or `>` at the end of a line, and the indented lines below.
    private mutating func skipBlock() -> Bool {
        guard current == UInt8(ascii: "|") || index > 0 && bytes[index - 1] == UInt8(ascii: ">") else { return false }
        var end = index
        while end < bytes.count, "|>+-0123456789 \r".utf8.contains(bytes[end]) { end += 1 }
        guard end < bytes.count, bytes[end] == 0x0A else { return false }
        while end + 1 < bytes.count, bytes[end] == 0x0A, bytes[end + 1] == 0x20 || bytes[end + 1] == 0x09 {
            end += 1
            while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        }
        index = end
        return true
    }

    /// Skips a string between quotes that are written as character references, as in JSON in HTML, and returns its
    /// place.
    private mutating func skipString(between quote: [UInt8]) -> Range<Int> {
        let start = index + quote.count
        let end = ByteSearch.place(of: quote, in: bytes, from: start) ?? bytes.count
        index = end
        return start..<end
    }

    /// Returns the character reference to a quote at a place, such as `&quot;` or `&#39;`; nil if there is none.
    static func quote(at place: Int, in bytes: [UInt8]) -> [UInt8]? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "&") else { return nil }
        return quotes.first { bytes[place...].starts(with: $0) }
    }

    private static let quotes = ["&quot;", "&#34;", "&#x22;", "&apos;", "&#39;", "&#x27;"].map { Array($0.utf8) }

    /// Skips a field's value, which may contain commas and quotes, and returns its place. The value extends to the end
    /// of the line, unless it is quoted or a container.
    mutating func skipLineValue() -> Range<Int> {
        var value = self
        let place = value.skipValue()
        if Self.quotes.contains(where: { bytes[index..<place.lowerBound].reversed().starts(with: $0.reversed()) }) {
            index = value.index
            return place
        }
        if place.lowerBound > index, #""'\{["#.utf8.contains(bytes[place.lowerBound - 1]) || place.isEmpty {
            index = value.index
            return place
        }
        if place.lowerBound < bytes.count, #"\{["#.utf8.contains(bytes[place.lowerBound]) {
            index = value.index
            return place
        }
        index = value.index
        skip { $0 != 0x0A && $0 != 0x0D && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\\") }
        return place.lowerBound..<index
    }

    /// Skips a string up to a quote with the same escaping as the first one, and returns the place of its content.
    private mutating func skipString(escapedBy depth: Int) -> Range<Int> {
        let quote = current
        index += 1
        let start = index
        var slashes = 0
        while let byte = current {
            // In a string in a string, an inner quote has one more backslash than the one that ends the string.
            if byte == quote, depth == 0 ? slashes % 2 == 0 : slashes <= depth {
                // In YAML, SQL and CSV, a doubled quote is part of the string.
                guard depth == 0, index > start, index + 1 < bytes.count, bytes[index + 1] == quote else { break }
                index += 1
            }
            slashes = byte == UInt8(ascii: "\\") ? slashes + 1 : 0
            index += 1
        }
        return start..<index
    }

    /// Skips an object or an array, whatever it contains.
    private mutating func skipContainer() {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                _ = skipString(escapedBy: 0)
                if current == nil { return }
            default: break
            }
            index += 1
            if depth == 0 { return }
        }
    }

    mutating func skip(while condition: (UInt8) -> Bool) {
        while let byte = current, condition(byte) { index += 1 }
    }
}
