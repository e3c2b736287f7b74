// How far a value goes.
extension SecretScanner {
    /// The place of the value behind a separator.
    mutating func skipValue() -> Range<Int> {
        let separator = bytes[index - 1]
        skip { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
        let start = index
        skip { $0 == UInt8(ascii: "\\") }
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return skipString(escapedBy: index - start)
        default:
            // What comes behind a container counts to it: nothing tells the two apart once they are replaced.
            if current == UInt8(ascii: "{") || current == UInt8(ascii: "[") { skipContainer() }
            let ends = separator == UInt8(ascii: "=") ? "&;\"'<>#\\" : ",}]"
            let endsAtSpace = separator == UInt8(ascii: "=")
            skip { !ends.utf8.contains($0) && $0 != 0x0A && $0 != 0x0D && !(endsAtSpace && $0 <= 0x20) }
        }
        return start..<index
    }

    /// The place of a field's value, which may have commas and quotes in it: to the end of the line, unless it stands
    /// in quotes itself.
    mutating func skipLineValue() -> Range<Int> {
        var value = self
        let place = value.skipValue()
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

    /// A string up to the quote that is escaped like the one before it; the place of what is between.
    private mutating func skipString(escapedBy depth: Int) -> Range<Int> {
        let quote = current
        index += 1
        let start = index
        var slashes = 0
        while let byte = current {
            // Inside a string in a string a quote has one more backslash than the one that ends it.
            if byte == quote, depth == 0 ? slashes % 2 == 0 : slashes <= depth { break }
            slashes = byte == UInt8(ascii: "\\") ? slashes + 1 : 0
            index += 1
        }
        return start..<index
    }

    /// An object or an array up to its end, whatever is inside.
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
