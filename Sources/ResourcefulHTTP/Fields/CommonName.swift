/// The names of fields that most responses have. They are found by their bytes, so that no text is made of them.
struct CommonName: Sendable {
    private let text: StaticString
    private let name: HeaderFields.Name

    private init(_ text: StaticString) {
        self.text = text
        name = HeaderFields.Name(constant: "\(text)")
    }

    /// Returns the name with exactly these bytes; nil if it isn't among the common ones.
    static func name(_ bytes: UnsafeRawBufferPointer) -> HeaderFields.Name? {
        guard !bytes.isEmpty, let common = table[place(bytes)], common.has(bytes) else { return nil }
        return common.name
    }

    private var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    private func has(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard text.utf8CodeUnitCount == bytes.count else { return false }
        let own = self.bytes
        var index = 0
        while index + 8 <= bytes.count {
            guard own.word(at: index) == bytes.word(at: index) else { return false }
            index += 8
        }
        while index < bytes.count {
            guard own[index] == bytes[index] else { return false }
            index += 1
        }
        return true
    }

    /// Where a name is in the table, by its length and three of its bytes. No two of the names have one place.
    private static func place(_ bytes: UnsafeRawBufferPointer) -> Int {
        let (first, last, middle) = (Int(bytes[0]), Int(bytes[bytes.count - 1]), Int(bytes[bytes.count / 2]))
        return (bytes.count &+ first &+ last &* 11 &+ middle &* 17) & 255
    }

    /// A place for each name. A name whose place is taken is read like any other.
    private static let table: [CommonName?] = {
        var table = [CommonName?](repeating: nil, count: 256)
        for common in (spelled + lowercase).map(CommonName.init) {
            let place = place(common.bytes)
            if table[place] == nil { table[place] = common }
        }
        return table
    }()

    /// As servers of HTTP/1 write them.
    private static let spelled: [StaticString] = [
        "Date", "Content-Type", "Content-Length", "Connection", "Server", "Last-Modified", "ETag", "Accept-Ranges",
        "Cache-Control", "Vary", "Expires", "Transfer-Encoding", "Content-Encoding", "Set-Cookie", "Location", "Age",
        "Keep-Alive", "Link", "Retry-After", "Strict-Transport-Security", "X-Request-ID", "X-Content-Type-Options",
        "Content-Disposition", "Access-Control-Allow-Origin", "Via", "Pragma", "Content-Range",
    ]

    /// As HTTP/2 requires them (RFC 9113, section 8.2).
    private static let lowercase: [StaticString] = [
        "date", "content-type", "content-length", "server", "last-modified", "etag", "accept-ranges", "cache-control",
        "vary", "expires", "content-encoding", "set-cookie", "location", "age", "link", "retry-after",
        "strict-transport-security", "x-request-id", "x-content-type-options", "content-disposition",
        "access-control-allow-origin", "via", "content-range",
    ]
}

extension UnsafeRawBufferPointer {
    /// The eight bytes from an index on.
    fileprivate func word(at index: Int) -> UInt64 { loadUnaligned(fromByteOffset: index, as: UInt64.self) }
}
