/// The positions of the parts of a URL or a relative reference in its bytes (RFC 3986, appendix B): the only URL
/// scanner.
///
/// `URL` parses itself again, behind a lock, each time one of its parts is read. In a load, that would be the most
/// expensive step.
struct URLParts {
    /// The position of the `:` after the scheme; nil if there is no scheme.
    private(set) var schemeEnd: Int?
    /// The range between `//` and the path; nil if there is no `//`.
    private(set) var authority: Range<Int>?
    /// The start of the host in the authority, after a user and a password.
    private(set) var hostStart = 0
    /// The start of the path, which may be empty.
    private(set) var pathStart = 0

    /// Scans the scheme and the authority.
    @inline(__always) init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count, Self.schemeBytes.contains(bytes[index]) { index += 1 }
        if index > 0, index < bytes.count, bytes[index] == UInt8(ascii: ":"),
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[0] | 0x20
        {
            schemeEnd = index
            pathStart = index + 1
        }
        index = pathStart
        guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "/") else {
            return
        }
        index += 2
        let start = index
        hostStart = index
        while index < bytes.count, !Self.endsAuthority(bytes[index]) {
            if bytes[index] == UInt8(ascii: "@") { hostStart = index + 1 }
            index += 1
        }
        authority = start..<index
        pathStart = index
    }

    /// Returns the host, including brackets if it has any; empty if there is none.
    func host(_ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard let authority else { return bytes[0..<0] }
        let rest = bytes[hostStart..<authority.upperBound]
        guard rest.first == UInt8(ascii: "[") else { return rest.prefix { $0 != UInt8(ascii: ":") } }
        return rest[...(rest.firstIndex(of: UInt8(ascii: "]")) ?? rest.endIndex - 1)]
    }

    /// Returns whether there may be something to normalize: a host in brackets, or a segment that begins with a dot.
    func isUnusual(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if authority != nil, hostStart < pathStart, bytes[hostStart] == UInt8(ascii: "[") { return true }
        let bytes = UnsafeRawBufferPointer(bytes)
        var index = ByteSearch.firstIndex(of: UInt8(ascii: "."), in: bytes, from: pathStart)
        while index < bytes.count {
            if index > pathStart, bytes[index - 1] == UInt8(ascii: "/") { return true }
            index = ByteSearch.firstIndex(of: UInt8(ascii: "."), in: bytes, from: index + 1)
        }
        return false
    }

    /// Returns the ends of the path and of the query.
    func ends(_ bytes: UnsafeBufferPointer<UInt8>) -> (path: Int, query: Int) {
        var path = pathStart
        while path < bytes.count, bytes[path] != UInt8(ascii: "?"), bytes[path] != UInt8(ascii: "#") { path += 1 }
        var query = path
        while query < bytes.count, bytes[query] != UInt8(ascii: "#") { query += 1 }
        return (path, query)
    }

    /// Returns whether the scheme is `https` (true) or `http` (false), in any case; nil for any other scheme.
    func isSecure(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard let length = schemeEnd, length == 4 || length == 5 else { return nil }
        let isHTTP =
            bytes[0] | 0x20 == UInt8(ascii: "h") && bytes[1] | 0x20 == UInt8(ascii: "t")
            && bytes[2] | 0x20 == UInt8(ascii: "t") && bytes[3] | 0x20 == UInt8(ascii: "p")
        guard isHTTP else { return nil }
        return length == 4 ? false : bytes[4] | 0x20 == UInt8(ascii: "s") ? true : nil
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// The bytes of a scheme (RFC 3986, section 3.1).
    private static let schemeBytes = ByteSet(alphanumericsAnd: "+-.")
}
