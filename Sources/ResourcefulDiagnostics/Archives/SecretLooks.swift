/// Tells random text, such as a key or a token, from words, names, numbers and dates.
package enum SecretLooks {
    /// Returns whether a text looks like a secret. Such a text has at least six characters, and a word that isn't one:
    /// letters with digits among them or, from eight characters on, six consonants in a row, more than 23 letters, or
    /// two unusual marks. A number has at least six digits, and isn't a time in seconds or milliseconds.
    package static func isRandom(_ text: ArraySlice<UInt8>) -> Bool {
        if text.allSatisfy(isDigit) { return isLong(number: text, from: 6) }
        guard text.count > 5, !isKnown(text) else { return false }
        return text.count > 7 && text.count { #"+=&%<>"?;#@!$^~|\"#.utf8.contains($0) } > 1
            || text.split { !isDigit($0) && !isLetter($0) }.contains(where: isRandom(word:))
    }

    /// Returns whether a number has too many digits for an index, a count or a position, and isn't a time.
    package static func isLong(number: ArraySlice<UInt8>, from least: Int) -> Bool {
        let digits = number.filter(isDigit)
        return digits.count >= least && !([10, 13].contains(digits.count) && digits.first == UInt8(ascii: "1"))
    }

    private static func isRandom(word: ArraySlice<UInt8>) -> Bool {
        let digits = word.count(where: isDigit)
        guard digits > 0 else {
            return word.count > 23
                || word.count > 7 && word.split { "aeiouyAEIOUY".utf8.contains($0) }.contains { $0.count > 5 }
        }
        // `h264` and `covid19` aren't random, and neither are numbers between separators.
        let changes = zip(word, word.dropFirst()).count { isDigit($0.0) != isDigit($0.1) }
        return changes > 0 && word.count > 4 && !(changes == 1 && word.count < 9 && digits < 5)
    }

    /// Returns whether a text is a URL, a public key, a date, or the path of a file.
    private static func isKnown(_ text: ArraySlice<UInt8>) -> Bool {
        if ["http://", "https://", "ssh-", "-----BEGIN ", "#/"].contains(where: { text.starts(with: $0.utf8) }) {
            return true
        }
        let form = text.prefix(10).map { isDigit($0) ? UInt8(ascii: "0") : $0 }
        if form == Array("0000-00-00".utf8), text.count < 36 { return true }
        let end = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? []
        return (2...4).contains(end.count) && end.count < text.count && end.first.map(isLetter) == true
            && end.allSatisfy { isDigit($0) || isLetter($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
}
