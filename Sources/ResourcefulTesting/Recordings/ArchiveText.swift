/// JSON formatted for people to read and compare: short containers without nested ones stay on one line.
struct ArchiveText {
    private let bytes: [UInt8]
    private var index = 0
    private var output: [UInt8] = []
    private var depth: Int
    /// The index after the short container that stays on one line.
    private var endOfLine = 0

    /// Returns the text of a value at a depth of nested containers.
    static func lines(_ json: JSON, depth: Int = 0) -> [UInt8] {
        var text = ArchiveText(bytes: Array(String(json).utf8), depth: depth)
        return text.lines()
    }

    private init(bytes: [UInt8], depth: Int) {
        self.bytes = bytes
        self.depth = depth
        output.reserveCapacity(bytes.count * 5 / 4)
    }

    private mutating func lines() -> [UInt8] {
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                endOfLine = endOfShort() ?? index
                copy()
                if index > endOfLine { breakLine(1) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if index >= endOfLine { breakLine(-1) }
                copy()
            case UInt8(ascii: ","):
                copy()
                if index > endOfLine { breakLine() } else { output.append(UInt8(ascii: " ")) }
            default: copyWord()
            }
        }
        return output
    }

    private mutating func copy() {
        output.append(bytes[index])
        index += 1
    }

    private mutating func breakLine(_ change: Int = 0) {
        depth += change
        output.append(UInt8(ascii: "\n"))
        output += Array(repeating: UInt8(ascii: " "), count: depth * 2)
    }

    /// Copies a string, or one byte of anything else. White space is replaced.
    private mutating func copyWord() {
        switch bytes[index] {
        case UInt8(ascii: "\""):
            let start = index
            index = endOfString(at: index)
            output += bytes[start..<index]
        case 0...0x20: index += 1
        case UInt8(ascii: ":"):
            copy()
            output.append(UInt8(ascii: " "))
        default: copy()
        }
    }

    private func endOfString(at start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == 0x5C ? 2 : 1 }
        return min(index + 1, bytes.count)
    }

    /// Returns the index after the container that begins here if it's short and has no nested one; otherwise nil.
    private func endOfShort() -> Int? {
        var place = index + 1
        while place < bytes.count, place - index < 100 {
            switch bytes[place] {
            case UInt8(ascii: "}"), UInt8(ascii: "]"): return place + 1
            case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
            case UInt8(ascii: "\""): place = endOfString(at: place)
            default: place += 1
            }
        }
        return nil
    }
}
