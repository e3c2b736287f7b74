/// The members of lists in fields (RFC 9110, section 5.6.1).
enum FieldMembers {
    /// Returns the members between commas, except for commas in quotes, without surrounding space. Empty members are
    /// left out.
    static func of(_ text: String?) -> [String] {
        var members = [""]
        var (isQuoted, isEscaped) = (false, false)
        for scalar in (text ?? "").unicodeScalars {
            if scalar == ",", !isQuoted {
                members.append("")
                continue
            }
            if scalar == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && scalar == "\\"
            members[members.count - 1].unicodeScalars.append(scalar)
        }
        return members.map { trimmed($0, " \t") }.filter { !$0.isEmpty }
    }

    /// Returns a text without some scalars at its beginning and its end.
    static func trimmed(_ text: some StringProtocol, _ edges: String) -> String {
        let isEdge = { (scalar: Unicode.Scalar) in edges.unicodeScalars.contains(scalar) }
        let inner = text.unicodeScalars.drop(while: isEdge)
        return inner.lastIndex { !isEdge($0) }.map { String(String.UnicodeScalarView(inner[...$0])) } ?? ""
    }
}
