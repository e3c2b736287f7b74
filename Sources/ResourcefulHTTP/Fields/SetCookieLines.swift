/// Splits lines of the field `Set-Cookie` that URLSession has joined with commas. Dates and values can have commas,
/// too.
package enum SetCookieLines {
    /// The lines. It splits at each comma that a name and an equals sign follow.
    package static func split(_ joined: String) -> [String] {
        let bytes = Array(joined.utf8)
        var lines: [String] = []
        var start = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: ",") {
            let rest = bytes[(index + 1)...].drop { $0 == UInt8(ascii: " ") }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
            let isName = !name.isEmpty && !name.contains(UInt8(ascii: " ")) && !name.contains(UInt8(ascii: "\""))
            guard isName, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "=") else { continue }
            lines.append(String(decoding: bytes[start..<index], as: UTF8.self))
            start = rest.startIndex
        }
        lines.append(String(decoding: bytes[start...], as: UTF8.self))
        return lines
    }
}
