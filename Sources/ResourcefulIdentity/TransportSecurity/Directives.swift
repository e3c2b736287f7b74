/// The directives of the field: names, and values that can be quoted (RFC 6797, section 6.1).
struct Directives {
    /// Names in lower case and values without quotes, in order.
    private(set) var pairs: [(name: String, value: String)] = []

    init(_ text: String) {
        var rest = text.utf8[...]
        while !rest.isEmpty {
            let name = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "=") }
            rest = rest[name.endIndex...]
            var value = ""
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst().drop(while: Self.isSpace)
                value = rest.first == UInt8(ascii: "\"") ? Self.quoted(&rest) : Self.plain(&rest)
            }
            let words = name.split(whereSeparator: Self.isSpace)
            if let first = words.first { pairs.append((String(Substring(first)).lowercased(), value)) }
            // Other text before the next directive is ignored.
            rest = rest.drop { $0 != UInt8(ascii: ";") }.dropFirst()
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func plain(_ rest: inout Substring.UTF8View) -> String {
        let value = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest[value.endIndex...]
        let last = value.lastIndex { !isSpace($0) }
        return last.map { String(Substring(value[...$0])) } ?? ""
    }

    private static func quoted(_ rest: inout Substring.UTF8View) -> String {
        rest = rest.dropFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte != UInt8(ascii: "\\") { text.append(byte) } else if let next = rest.popFirst() { text.append(next) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
