/// The grammar of lists (RFC 9110, section 5.6.1).
package enum FieldList {
    /// Returns the members between commas, except for commas in quotes, without surrounding space. Empty members are
    /// left out.
    package static func members(_ text: String) -> [Substring] {
        var members: [Substring] = []
        var start = text.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                members.append(trimmed(text.utf8[start..<index]))
                start = text.utf8.index(after: index)
            }
        }
        return (members + [trimmed(text.utf8[start...])]).filter { !$0.isEmpty }
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> Substring {
        let inner = bytes.drop(while: FieldParameters.isSpace)
        let last = inner.lastIndex { !FieldParameters.isSpace($0) }
        return Substring(last.map { inner[...$0] } ?? inner[..<inner.startIndex])
    }
}
