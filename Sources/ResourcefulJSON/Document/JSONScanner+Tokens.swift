// Tokens. A position after the end of the text reads as a zero byte, which no token contains.
extension JSONScanner {
    @inline(__always) var current: UInt8 { index < limit ? text[index] : 0 }

    @inline(__always) private func byte(_ index: Int) -> UInt8 { index < limit ? text[index] : 0 }

    @inline(__always) private func eightBytes(at index: Int) -> UInt64 {
        UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    @inline(__always)
    mutating func skipSpace() {
        while index < limit {
            let byte = text[index]
            guard byte <= 0x20, JSONSpace.contains(byte) else { return }
            index += 1
        }
    }

    /// Reads a literal. `letters` are its last four letters; the caller has already checked the `f` of `false`.
    @inline(__always)
    mutating func scanWord(_ letters: UInt32, _ length: Int, _ kind: JSONKind) throws(JSONMistake) {
        guard index + length <= limit,
            UInt32(littleEndian: text.loadUnaligned(fromByteOffset: index + length - 4, as: UInt32.self)) == letters
        else { throw brokenWord(letters, at: index + length - 4) }
        append(kind, offset: index, length: length)
        index += length
    }

    /// Returns the failure of a literal: at its first letter, or at the end of the text if that cuts it off.
    @inline(never)
    private func brokenWord(_ letters: UInt32, at start: Int) -> JSONMistake {
        let isCut =
            limit - start < 4
            && (start..<limit).allSatisfy { place in
                text[place] == UInt8(truncatingIfNeeded: letters >> (8 * (place - start)))
            }
        return failure(expected: "a value", at: isCut ? limit : index)
    }

    @inline(__always)
    mutating func scanNumber() throws(JSONMistake) {
        let start = index
        var kind = JSONKind.integer
        if current == UInt8(ascii: "-") { index += 1 }
        if current == UInt8(ascii: "0") { index += 1 } else { try skipDigits() }
        var next = current
        if next == UInt8(ascii: ".") {
            kind = .real
            index += 1
            try skipDigits()
            next = current
        }
        if next | 0x20 == UInt8(ascii: "e") {
            kind = .real
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            try skipDigits()
        }
        append(kind, offset: start, length: index - start)
    }

    @inline(__always)
    private mutating func skipDigits() throws(JSONMistake) {
        let start = index
        while index + 8 <= limit {
            let others = EightBytes.others(than: eightBytes(at: index))
            index += others.trailingZeroBitCount >> 3
            if others != 0 {
                guard index > start else { throw failure(expected: "a digit") }
                return
            }
        }
        while index < limit, text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        guard index > start else { throw failure(expected: "a digit") }
    }

    @inline(__always)
    mutating func scanString() throws(JSONMistake) {
        index += 1
        let start = index
        var kind = JSONKind.string
        while true {
            skipPlain()
            let byte = current
            if byte == UInt8(ascii: "\"") {
                append(kind, offset: start, length: index - start)
                index += 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                kind = .escapedString
                try skipEscape()
            } else if byte >= 0x80 {
                try skipScalars()
            } else {
                throw failure(
                    expected: index < limit
                        ? "an escape for a control character" : "the closing quote of a string")
            }
        }
    }

    /// Advances to the first byte that is a quote, a backslash, a control character, or not ASCII.
    @inline(__always)
    private mutating func skipPlain() {
        while index + 16 <= limit {
            let plain = SixteenBytes(of: text, at: index).plainASCII
            index += plain
            if plain < 16 { return }
            while index + 32 <= limit, SixteenBytes.arePlainASCII(text, at: index) { index += 32 }
        }
        while index < limit, isPlain(text[index]) { index += 1 }
    }

    @inline(__always) private func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Skips scalars of two or more bytes (RFC 3629, section 4).
    private mutating func skipScalars() throws(JSONMistake) {
        while index < limit, text[index] >= 0x80 {
            let first = text[index]
            let second = byte(index + 1)
            switch first {
            case 0xC2...0xDF:
                guard second & 0xC0 == 0x80 else { throw brokenScalar(2) }
                index += 2
            case 0xE0...0xEF:
                let lowest: UInt8 = first == 0xE0 ? 0xA0 : 0x80
                let highest: UInt8 = first == 0xED ? 0x9F : 0xBF
                guard second >= lowest, second <= highest, byte(index + 2) & 0xC0 == 0x80 else {
                    throw brokenScalar(3, lowest...highest)
                }
                index += 3
            case 0xF0...0xF4:
                let lowest: UInt8 = first == 0xF0 ? 0x90 : 0x80
                let highest: UInt8 = first == 0xF4 ? 0x8F : 0xBF
                guard second >= lowest, second <= highest, byte(index + 2) & 0xC0 == 0x80,
                    byte(index + 3) & 0xC0 == 0x80
                else { throw brokenScalar(4, lowest...highest) }
                index += 4
            default: throw failure(expected: "UTF-8")
            }
        }
    }

    /// Returns the failure of a scalar: at its first byte, or at the end of the text if that cuts it off.
    @inline(never)
    private func brokenScalar(_ length: Int, _ second: ClosedRange<UInt8> = 0x80...0xBF) -> JSONMistake {
        let rest = text[(index + 1)..<min(index + length, limit)]
        let isCut =
            index + length > limit && rest.prefix(1).allSatisfy(second.contains)
            && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
        return failure(expected: "UTF-8", at: isCut ? limit : index)
    }

    private mutating func skipEscape() throws(JSONMistake) {
        let start = index
        index += 1
        switch current {
        case UInt8(ascii: "u"):
            let unit = try skipUnit()
            if unit & 0xFC00 == 0xDC00 {
                throw failure(expected: "the first half of a surrogate pair before the second", at: start)
            }
            guard unit & 0xFC00 == 0xD800 else { return }
            let second = index
            guard current == UInt8(ascii: "\\"), byte(index + 1) == UInt8(ascii: "u") else {
                let isCut = index + 1 == limit && current == UInt8(ascii: "\\")
                throw failure(expected: "the second half of a surrogate pair", at: isCut ? limit : index)
            }
            index += 1
            guard try skipUnit() & 0xFC00 == 0xDC00 else {
                throw failure(expected: "the second half of a surrogate pair", at: second)
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 1
        default: throw failure(expected: "a character that can be escaped")
        }
    }

    /// Reads the `u` of an escape and its four digits.
    private mutating func skipUnit() throws(JSONMistake) -> UInt32 {
        index += 1
        var unit: UInt32 = 0
        for place in index..<(index + 4) {
            guard let digit = Hexadecimal.value(of: byte(place)) else {
                throw failure(expected: "four hexadecimal digits", at: place)
            }
            unit = unit << 4 | UInt32(digit)
        }
        index += 4
        return unit
    }

    @inline(never)
    func failure(expected: String) -> JSONMistake { JSONMistake(expected: expected, offset: index) }

    /// Returns a failure at an offset that has been passed.
    @inline(never)
    func failure(expected: String, at offset: Int) -> JSONMistake { JSONMistake(expected: expected, offset: offset) }
}
