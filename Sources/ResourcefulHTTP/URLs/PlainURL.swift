/// The most common form of base URLs and of relative URLs: without dot segments, percent-encoding, and anything that
/// programs read in different ways.
enum PlainURL {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Whether a text is a base in the common form: a scheme, a host, perhaps a port, and a path.
    static func isFolder(_ bytes: Bytes) -> Bool {
        let parts = URLParts(bytes)
        guard parts.schemeEnd != nil, let authority = parts.authority, !authority.isEmpty else { return false }
        for byte in bytes[authority] where !isPlain(byte) && byte != UInt8(ascii: ":") { return false }
        return parts.pathStart == bytes.count || endOfPath(bytes, from: parts.pathStart) == bytes.count
    }

    /// Whether a text is a relative URL in the common form: a path that begins with a segment, and perhaps a query.
    static func isInside(_ bytes: Bytes) -> Bool {
        guard let first = bytes.first, first != UInt8(ascii: "/"), let end = endOfPath(bytes, from: 0) else {
            return false
        }
        return end == bytes.count || bytes[end] == UInt8(ascii: "?") && end > 0
    }

    /// Returns where a path ends; nil if it has a segment that begins with a dot, or an empty one inside.
    private static func endOfPath(_ bytes: Bytes, from start: Int) -> Int? {
        var (index, isAtSegment) = (start, true)
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "/") {
                if isAtSegment, index > start { return nil }
                isAtSegment = true
            } else {
                guard isPlain(byte) else { return index }
                if isAtSegment, byte == UInt8(ascii: ".") { return nil }
                isAtSegment = false
            }
            index += 1
        }
        return index
    }

    /// Whether a byte is unreserved (RFC 3986, section 2.3).
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension String.UTF8View {
    /// Whether the last byte is a slash.
    var hasFinalSlash: Bool { last == UInt8(ascii: "/") }
}
