// Elements of an array, which may be below a path.
extension JSONFraming {
    mutating func nextOfArray(in bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(Mistake) -> Event? {
        while index < bytes.count {
            switch walk.stage {
            case .inElement: return try endElement(in: bytes, &index)
            case .skipping: try skipValue(in: bytes, &index)
            case .inKey: try readKey(in: bytes, &index)
            case .tail: skipTail(in: bytes, &index)
            case .value where walk.mark != nil: try skipMark(in: bytes, &index)
            default:
                Self.skipSpace(in: bytes, &index)
                guard index < bytes.count else { return nil }
                if let event = try takeByte(bytes[index], at: &index) { return event }
            }
        }
        return nil
    }

    /// Handles a byte that isn't whitespace, outside of values and keys.
    private mutating func takeByte(_ byte: UInt8, at index: inout Int) throws(Mistake) -> Event? {
        switch (walk.stage, byte) {
        case (.value, _): try beginValue(byte)
        case (.firstElement, UInt8(ascii: "]")): walk.endArray()
        case (.firstElement, _), (.element, _):
            guard byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") else { throw Mistake("a value", "a comma or ]") }
            walk.stage = .inElement
            isInText = true
            return .began(index)
        case (.firstKey, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
            walk.key.removeAll(keepingCapacity: true)
            walk.stage = .inKey
        case (.firstKey, UInt8(ascii: "}")): throw walk.nothing("the object is empty")
        case (.firstKey, _), (.key, _): throw Mistake("a key in quotes", byte, at: walk.way)
        case (.colon, UInt8(ascii: ":")): try walk.beginMember()
        case (.colon, _): throw Mistake("a colon", byte, at: walk.way)
        case (.firstIndex, UInt8(ascii: "]")): throw walk.nothing("the array is empty")
        case (.firstIndex, _):
            walk.beginIndex(0)
            return nil
        case (.behind, _): throw Mistake("the end of the document", byte)
        case (.inElement, _), (.skipping, _), (.inKey, _), (.tail, _): break
        }
        index += 1
        return nil
    }

    /// Handles the first byte of a value on the path. It must open the container that the next step requires.
    private mutating func beginValue(_ byte: UInt8) throws(Mistake) {
        switch (walk.step, byte) {
        case (nil, UInt8(ascii: "[")): walk.stage = .firstElement
        case (nil, _): throw Mistake("[", byte, at: walk.way)
        case (.key, UInt8(ascii: "{")): walk.beginObject()
        case (_, UInt8(ascii: "[")) where walk.wantedIndex != nil: walk.beginArray()
        case (.key, _): throw Mistake("{", byte, at: walk.way)
        case (.index, _): throw Mistake("[", byte, at: walk.way)
        }
    }

    /// Skips the rest of an element and the byte that ends it.
    private mutating func endElement(
        in bytes: UnsafeRawBufferPointer, _ index: inout Int
    ) throws(Mistake) -> Event? {
        index = walk.passValue(in: bytes, from: index)
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: ","): walk.stage = .element
        case UInt8(ascii: "]"): walk.endArray()
        default: throw Mistake("a comma or ]", bytes[index])
        }
        isInText = false
        index += 1
        return .ended(index - 1)
    }

    /// Skips the rest of a value that isn't on the path, and the byte that ends it.
    private mutating func skipValue(in bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(Mistake) {
        index = walk.passValue(in: bytes, from: index)
        guard index < bytes.count else { return }
        guard bytes[index] == UInt8(ascii: ",") else {
            throw walk.nothing(walk.isInObject ? "the object has no such key" : "the array has no such element")
        }
        index += 1
        if walk.isInObject { walk.stage = .key } else { walk.beginIndex(walk.position + 1) }
    }

    /// Skips what follows the array, up to the end of the document.
    private mutating func skipTail(in bytes: UnsafeRawBufferPointer, _ index: inout Int) {
        index = walk.passValue(in: bytes, from: index)
        guard index < bytes.count else { return }
        if bytes[index] != UInt8(ascii: ",") { walk.stage = .behind }
        index += 1
    }

    /// Reads the rest of a key, including its closing quote.
    private mutating func readKey(in bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(Mistake) {
        let start = index
        walk.isInString = true
        walk.passString(in: bytes, &index)
        walk.key += bytes[start..<index]
        guard walk.key.count <= Self.longestKey else {
            throw Mistake("a key of at most \(Self.longestKey) bytes", "a longer one", at: walk.way)
        }
        if !walk.isInString { walk.stage = .colon }
    }

    private static var longestKey: Int { 65_536 }

    /// Skips a byte order mark, which may be ignored (RFC 8259, section 8.1).
    private mutating func skipMark(in bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(Mistake) {
        let count = walk.mark ?? 0
        let byte = bytes[index]
        guard byte == [0xEF, 0xBB, 0xBF][count] else {
            guard count == 0 else { throw Mistake("[", byte, at: walk.way) }
            walk.mark = nil
            return
        }
        walk.mark = count < 2 ? count + 1 : nil
        index += 1
    }
}
