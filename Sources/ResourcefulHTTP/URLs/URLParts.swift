/// Where the parts of a URL or of a relative reference are in its bytes (RFC 3986, appendix B): the one scanner of
/// URLs.
///
/// `URL` parses itself anew, behind a lock, for each of its parts that is asked for; in every load that would be the
/// dearest thing that happens.
struct URLParts {
    /// Where the `:` behind the scheme is; nil when there is no scheme.
    private(set) var schemeEnd: Int?
    /// What stands between `//` and the path; nil when there is no `//`.
    private(set) var authority: Range<Int>?
    /// Where the host begins in the authority, behind a user and a password.
    private(set) var hostStart = 0
    /// Where the path begins, though it may be empty.
    private(set) var pathStart = 0

    /// Reads scheme and authority.
    @inline(__always) init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count, Self.isSchemeByte(bytes[index]) { index += 1 }
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

    /// The host, in its brackets if it has some; empty when there is none.
    func host(_ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard let authority else { return bytes[0..<0] }
        let rest = bytes[hostStart..<authority.upperBound]
        guard rest.first == UInt8(ascii: "[") else { return rest.prefix { $0 != UInt8(ascii: ":") } }
        return rest[...(rest.firstIndex(of: UInt8(ascii: "]")) ?? rest.endIndex - 1)]
    }

    /// Where the path ends, and where the query does.
    func ends(_ bytes: UnsafeBufferPointer<UInt8>) -> (path: Int, query: Int) {
        var path = pathStart
        while path < bytes.count, bytes[path] != UInt8(ascii: "?"), bytes[path] != UInt8(ascii: "#") { path += 1 }
        var query = path
        while query < bytes.count, bytes[query] != UInt8(ascii: "#") { query += 1 }
        return (path, query)
    }

    /// Whether the scheme is `http` or `https`, in any case; which of them, and nil for any other.
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

    /// A byte of a scheme (RFC 3986, section 3.1).
    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
