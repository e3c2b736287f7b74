extension JSONDocument {
    /// The string at a node, its escapes resolved; nil when it is none.
    func string(at node: Int) -> String? {
        let content = bytes(of: node).dropFirst().dropLast()
        return switch nodes[node].kind {
        case .string: String(decoding: content, as: UTF8.self)
        case .escapedString: JSONEscapes.resolved(content)
        default: nil
        }
    }

    /// The number at a node when it is whole and fits; nil otherwise.
    func integer(at node: Int) -> Int? {
        guard nodes[node].kind == .number else { return nil }
        return Int(String(decoding: bytes(of: node), as: UTF8.self)) ?? JSONInteger.value(of: bytes(of: node))
    }

    /// The number at a node, nil when it is none or beyond the range of a `Double`.
    func double(at node: Int) -> Double? {
        guard nodes[node].kind == .number else { return nil }
        return Double(String(decoding: bytes(of: node), as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The truth value at a node, nil when it is none.
    func bool(at node: Int) -> Bool? {
        switch nodes[node].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }
}

/// The escapes of a JSON string (RFC 8259, section 7).
enum JSONEscapes {
    /// The text of a string whose escapes have been checked.
    static func resolved(_ content: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count)
        var index = content.startIndex
        while index < content.endIndex {
            guard content[index] == UInt8(ascii: "\\") else {
                bytes.append(content[index])
                index += 1
                continue
            }
            let escape = content[index + 1]
            index += 2
            guard escape == UInt8(ascii: "u") else {
                bytes.append(single[escape] ?? escape)
                continue
            }
            var scalar = unit(content[index...])
            index += 4
            if scalar & 0xFC00 == 0xD800 {
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(content[(index + 2)...]) & 0x3FF
                index += 6
            }
            bytes += Array(String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The four hexadecimal digits at the beginning of the bytes as a UTF-16 code unit.
    static func unit(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 4 | UInt32(hexadecimal($1) ?? 0) }
    }

    /// The value of a hexadecimal digit.
    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static let single: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "t"): 0x09,
    ]
}
