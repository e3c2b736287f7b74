extension Redaction {
    /// A piece of JSON, every byte of the value of a secret key replaced by `*`; its length and all else stays.
    ///
    /// The piece need not be whole or well-formed: it may begin and end anywhere. Linear in its length.
    func masked(json bytes: [UInt8]) -> [UInt8] {
        var masked = bytes
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                index += 1
                continue
            }
            let name = index + 1
            let close = Self.endOfString(in: bytes, from: name)
            guard let value = Self.valueStart(in: bytes, after: close) else {
                // Not a key. A piece that began inside a string has its quotes the other way round: try the next one.
                index = name
                continue
            }
            index = value
            guard isSecret(bytes[name..<close]) else { continue }
            let isString = bytes[value] == UInt8(ascii: "\"")
            let end = isString ? Self.endOfString(in: bytes, from: value + 1) : Self.endOfScalar(in: bytes, from: value)
            for place in (isString ? value + 1 : value)..<end { masked[place] = UInt8(ascii: "*") }
            index = isString ? min(end + 1, bytes.count) : end
        }
        return masked
    }

    private func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        name.count <= 64 && parameterNames.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    /// Where the closing quote of a string stands, or the end of the piece.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }

    /// Where a number or a word ends.
    private static func endOfScalar(in bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex {
            [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A].contains($0)
        }
            ?? bytes.count
    }

    /// Where the value of a key starts, whose closing quote is given; nil when no colon follows.
    private static func valueStart(in bytes: [UInt8], after quote: Int) -> Int? {
        guard let colon = firstVisible(in: bytes, after: quote), bytes[colon] == UInt8(ascii: ":") else { return nil }
        return firstVisible(in: bytes, after: colon)
    }

    private static func firstVisible(in bytes: [UInt8], after index: Int) -> Int? {
        guard index + 1 < bytes.count else { return nil }
        return bytes[(index + 1)...].firstIndex { $0 > 0x20 }
    }
}
