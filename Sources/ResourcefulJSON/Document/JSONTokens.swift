/// The text that a scanner reads: its tokens, each from one place to the next.
///
/// A token changes nothing, so the scanner keeps its place in a register. A place after the end of the text reads as a
/// zero byte, which no token contains.
struct JSONTokens {
    let text: UnsafeRawBufferPointer
    let limit: Int

    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        limit = text.count
    }

    /// The byte at a place.
    @inline(__always) subscript(index: Int) -> UInt8 { index < limit ? text[index] : 0 }

    /// Returns the first place at or after another one that isn't whitespace.
    @inline(__always)
    func space(from index: Int) -> Int {
        if _fastPath(self[index] > 0x20) { return index }
        let next = index &+ 1
        return self[index] == 0x20 && self[next] > 0x20 ? next : longSpace(from: index)
    }

    @inline(never)
    private func longSpace(from start: Int) -> Int {
        var index = start
        while index + 16 <= limit {
            let spaces = SixteenBytes(of: text, at: index).spaces
            index += spaces
            if spaces < 16 { return index }
        }
        while index < limit, JSONSpace.contains(text[index]) { index += 1 }
        return index
    }

    /// Returns the end of a literal. `letters` are its last four letters; the caller has already checked the `f` of
    /// `false`.
    @inline(__always)
    func word(_ letters: UInt32, from start: Int, to end: Int) throws(JSONMistake) -> Int {
        guard end <= limit,
            UInt32(littleEndian: text.loadUnaligned(fromByteOffset: end - 4, as: UInt32.self)) == letters
        else { throw brokenWord(letters, start, from: end - 4) }
        return end
    }

    /// Returns the failure of a literal: at its first letter, or at the end of the text if that cuts it off.
    @inline(never)
    private func brokenWord(_ letters: UInt32, _ word: Int, from start: Int) -> JSONMistake {
        let isCut =
            limit - start < 4
            && (start..<limit).allSatisfy { place in
                text[place] == UInt8(truncatingIfNeeded: letters >> (8 * (place - start)))
            }
        return failure("a value", at: isCut ? limit : word)
    }

    /// Returns the end of a number, and its kind.
    @inline(__always)
    func number(from start: Int) throws(JSONMistake) -> (end: Int, kind: JSONKind) {
        var (index, kind) = (start, JSONKind.integer)
        if self[index] == UInt8(ascii: "-") { index += 1 }
        index = self[index] == UInt8(ascii: "0") ? index + 1 : try digits(from: index)
        if self[index] == UInt8(ascii: ".") {
            kind = .real
            index = try digits(from: index + 1)
        }
        if self[index] | 0x20 == UInt8(ascii: "e") {
            kind = .real
            index += 1
            if self[index] == UInt8(ascii: "+") || self[index] == UInt8(ascii: "-") { index += 1 }
            index = try digits(from: index)
        }
        return (index, kind)
    }

    @inline(__always)
    private func digits(from start: Int) throws(JSONMistake) -> Int {
        var index = start
        while true {
            // Zeros follow the end of the text.
            let digits = EightBytes.others(than: EightBytes.word(of: text, at: index)).trailingZeroBitCount >> 3
            index += digits
            if digits == 8 { continue }
            guard index > start else { throw failure("a digit", at: index) }
            return index
        }
    }

    @inline(never)
    func failure(_ expected: String, at offset: Int) -> JSONMistake { JSONMistake(expected: expected, offset: offset) }
}

// Strings.
extension JSONTokens {
    /// Returns the place of the closing quote of a string, and its kind, from the place after its opening quote.
    @inline(__always)
    func string(from start: Int) throws(JSONMistake) -> (end: Int, kind: JSONKind) {
        guard _fastPath(start &+ 16 <= limit) else { return try longString(from: start) }
        // Most are short, and plain.
        let end = start &+ SixteenBytes(of: text, at: start).plainASCII
        return _fastPath(self[end] == UInt8(ascii: "\"")) ? (end, .string) : try longString(from: end)
    }

    @inline(never)
    private func longString(from start: Int) throws(JSONMistake) -> (end: Int, kind: JSONKind) {
        var (index, kind) = (start, JSONKind.string)
        while true {
            let byte = self[index]
            if byte == UInt8(ascii: "\"") { return (index, kind) }
            if byte == UInt8(ascii: "\\") {
                kind = .escapedString
                index = try escapes(from: index)
            } else if byte >= 0x80 {
                index = try scalars(from: index)
            } else if byte >= 0x20 {
                index = plain(from: index)
            } else {
                throw failure(
                    index < limit ? "an escape for a control character" : "the closing quote of a string", at: index)
            }
        }
    }

    /// Returns a place after one that has a plain byte of ASCII, up to the first one that hasn't.
    @inline(__always)
    private func plain(from start: Int) -> Int {
        var index = start
        while index + 16 <= limit {
            let plain = SixteenBytes(of: text, at: index).plainASCII
            index += plain
            if plain < 16 { return index }
            while index + 32 <= limit, SixteenBytes.arePlainASCII(text, at: index) { index += 32 }
        }
        return max(index, start + 1)
    }

    /// Returns the place after a run of text that has characters beyond ASCII, which are checked sixteen bytes at a
    /// time.
    @inline(never)
    private func scalars(from start: Int) throws(JSONMistake) -> Int {
        var index = start
        while start >= 3, index + 16 <= limit {
            let (stop, mistake) = SixteenBytes.scalars(text, at: index)
            if stop < mistake { return index + stop }
            if mistake < 16 { break }
            index += 16
        }
        // Back to the first byte of the last scalar, which may lack its others.
        if index > start { index -= 1 }
        while index > start, self[index] & 0xC0 == 0x80 { index -= 1 }
        if self[index] < 0x80 { index += 1 }
        while self[index] >= 0x80 { index = try scalar(from: index) }
        return index
    }

    /// Returns the place after a scalar of two or more bytes (RFC 3629, section 4). It fails at its first byte, or at
    /// the end of the text if that cuts it off.
    private func scalar(from start: Int) throws(JSONMistake) -> Int {
        let (end, seconds): (Int, ClosedRange<UInt8>)
        switch text[start] {
        case 0xC2...0xDF: (end, seconds) = (start + 2, 0x80...0xBF)
        case 0xE0: (end, seconds) = (start + 3, 0xA0...0xBF)
        case 0xED: (end, seconds) = (start + 3, 0x80...0x9F)
        case 0xE1...0xEF: (end, seconds) = (start + 3, 0x80...0xBF)
        case 0xF0: (end, seconds) = (start + 4, 0x90...0xBF)
        case 0xF1...0xF3: (end, seconds) = (start + 4, 0x80...0xBF)
        case 0xF4: (end, seconds) = (start + 4, 0x80...0x8F)
        default: throw failure("UTF-8", at: start)
        }
        let rest = text[(start + 1)..<min(end, limit)]
        let isRight = rest.prefix(1).allSatisfy(seconds.contains) && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
        guard isRight, end <= limit else { throw failure("UTF-8", at: isRight ? limit : start) }
        return end
    }

    /// Returns the place after a run of escapes. In a text in another script than Latin, most are four digits.
    @inline(__always)
    private func escapes(from start: Int) throws(JSONMistake) -> Int {
        var index = start
        while self[index] == UInt8(ascii: "\\") {
            guard let unit = unit(at: index) else {
                try checkShort(at: index)
                index += 2
                continue
            }
            index += 6
            if unit & 0xF800 != 0xD800 { continue }
            guard unit & 0xFC00 == 0xD800 else {
                throw failure("the first half of a surrogate pair before the second", at: index - 6)
            }
            guard let second = self.unit(at: index), second & 0xFC00 == 0xDC00 else { throw brokenPair(index) }
            index += 6
        }
        return index
    }

    @inline(__always)
    private func unit(at index: Int) -> UInt32? { JSONEscapes.unit(in: EightBytes.word(of: text, at: index)) }

    /// Checks an escape that isn't a unit of four digits.
    private func checkShort(at start: Int) throws(JSONMistake) {
        switch self[start + 1] {
        case UInt8(ascii: "u"):
            let isDigit = { (place: Int) in Hexadecimal.value(of: self[place]) != nil }
            let digits = (start + 2)..<(start + 6)
            throw failure("four hexadecimal digits", at: digits.first { !isDigit($0) } ?? digits.upperBound)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        default: throw failure("a character that can be escaped", at: start + 1)
        }
    }

    /// Returns the failure of what is in place of the second half of a surrogate pair.
    private func brokenPair(_ second: Int) -> JSONMistake {
        if self[second] == UInt8(ascii: "\\"), self[second + 1] == UInt8(ascii: "u"), unit(at: second) == nil {
            do throws(JSONMistake) { try checkShort(at: second) } catch { return error }
        }
        let isCut = second + 1 == limit && self[second] == UInt8(ascii: "\\")
        return failure("the second half of a surrogate pair", at: isCut ? limit : second)
    }
}
