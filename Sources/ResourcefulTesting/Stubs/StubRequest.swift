/// A request whose URL is split into its parts, once for all stubs (RFC 3986, appendix B).
package struct StubRequest {
    let request: Request
    /// The scheme and authority as written; empty for a relative URL.
    let origin: ArraySlice<UInt8>
    /// The path with normalized percent-encoding; `/` if it's empty.
    let path: ArraySlice<UInt8>
    private let encodedQuery: ArraySlice<UInt8>

    package init(_ request: Request) {
        self.request = request
        let (origin, path, query) = Self.parts(of: request.url.absoluteString)
        self.origin = origin
        self.path = path.isEmpty ? [UInt8(ascii: "/")] : Percent.normalized(path)
        encodedQuery = query
    }

    /// The items of the query.
    var query: Query { Query(parsing: String(decoding: encodedQuery, as: UTF8.self)) }

    /// Returns the origin, path and query of a URL's text.
    package static func parts(of url: String) -> (ArraySlice<UInt8>, ArraySlice<UInt8>, ArraySlice<UInt8>) {
        let bytes = Array(url.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
        let origin = originEnd(of: bytes[..<mark])
        return (bytes[..<origin], bytes[origin..<mark], bytes[mark..<end].dropFirst())
    }

    private static func originEnd(of bytes: ArraySlice<UInt8>) -> Int {
        let slash = UInt8(ascii: "/")
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.count > colon + 2, bytes[colon + 1] == slash,
            bytes[colon + 2] == slash, !bytes[..<colon].contains(slash)
        else { return 0 }
        return bytes[(colon + 3)...].firstIndex(of: slash) ?? bytes.endIndex
    }
}

/// Normalization of percent-encoding (RFC 3986, section 6.2.2).
enum Percent {
    /// Returns the path with uppercase `%XX`, unreserved characters decoded, and characters that aren't allowed in a
    /// path encoded.
    static func normalized(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard path.contains(where: { !isPlain($0) }) else { return path }
        var (normalized, rest) = ([UInt8](), path)
        while let byte = rest.popFirst() {
            let value = byte == UInt8(ascii: "%") ? Hexadecimal.byte(of: rest.prefix(2)) : nil
            if value != nil { rest = rest.dropFirst(2) }
            if value.map(ByteSet.unreserved.contains) ?? (byte == UInt8(ascii: "%") || isPlain(byte)) {
                normalized.append(value ?? byte)
            } else {
                PercentEncoding.append(value ?? byte, to: &normalized)
            }
        }
        return normalized[...]
    }

    /// Whether a character is the same in every spelling of a path: an unreserved one, or one of `/:@!$&'()*+,;=`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        let (low, high): (UInt64, UInt64) = (0x2FFF_FFD2_0000_0000, 0x47FF_FFFE_87FF_FFFF)
        return byte < 0x80 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
    }
}
