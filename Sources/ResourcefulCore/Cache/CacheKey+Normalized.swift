extension CacheKey {
    /// Returns the text of a URL in the form that keys use: a lowercase scheme and host, no default port, no empty
    /// path, no fragment, and no unnecessarily encoded characters (RFC 3986, sections 6.2.2 and 6.2.3).
    ///
    /// Dot segments stay as they are: how they are resolved depends on the client that sends the request.
    static func normalized(_ url: URL) -> String {
        let text = url.baseURL == nil ? url.absoluteString : url.absoluteURL.absoluteString
        return normalized(text)
    }

    /// Returns the normalized form of a URL's text.
    static func normalized(_ text: String) -> String {
        if isNormalized(text) { return text }
        let parts = URLText(text)
        guard let scheme = parts.scheme?.lowercased(), let authority = parts.authority else { return text }
        let path = parts.path.isEmpty ? "/" : unencoded(parts.path)
        let query = parts.query.map { "?\(unencoded($0))" } ?? ""
        return "\(scheme)://\(host(authority, of: scheme))\(path)\(query)"
    }

    /// Returns host and port, without the scheme's default port.
    private static func host(_ authority: Substring, of scheme: String) -> String {
        var authority = authority.lowercased()
        let port = scheme == "https" ? ":443" : scheme == "http" ? ":80" : ":"
        if authority.hasSuffix(port) { authority.removeLast(port.utf8.count) }
        if authority.hasSuffix(":") { authority.removeLast() }
        return authority
    }

    /// Returns whether the text is normalized already, as nearly all are: `http` or `https`, a lowercase host, no
    /// default port, a path, no percent encoding, no fragment and no user information.
    static func isNormalized(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isNormalized(UnsafeRawBufferPointer($0)) }
    }

    private static func isNormalized(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = hostStart(bytes) else { return false }
        var index = start
        while index < bytes.count, isPlainHostByte(bytes[index]) { index += 1 }
        guard index > start else { return false }
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
            let digits = bytes[(index + 1)...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            let own = bytes[4] == UInt8(ascii: "s") ? "443" : "80"
            guard let first = digits.first, first != UInt8(ascii: "0"), !digits.elementsEqual(own.utf8) else {
                return false
            }
            index = digits.endIndex
        }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "/") else { return false }
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%") || bytes[index] == UInt8(ascii: "#") { return false }
            index += 1
        }
        return true
    }

    /// Returns the index of the host after `http://` or `https://`.
    private static func hostStart(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count > 8, bytes.loadUnaligned(as: UInt32.self) == UInt32(littleEndian: 0x7074_7468) else {
            return nil
        }
        let index = bytes[4] == UInt8(ascii: "s") ? 5 : 4
        let isHTTP =
            bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: "/")
            && bytes[index + 2] == UInt8(ascii: "/")
        return isHTTP ? index + 3 : nil
    }

    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// Returns the text with encoded unreserved characters decoded, and the hexadecimal digits of the others in
    /// uppercase.
    private static func unencoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = Hexadecimal.byte(of: rest.prefix(2)) {
                rest = rest.dropFirst(2)
                if ByteSet.unreserved.contains(value) {
                    bytes.append(value)
                } else {
                    PercentEncoding.append(value, to: &bytes)
                }
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
