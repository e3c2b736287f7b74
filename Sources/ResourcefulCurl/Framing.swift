/// What a head's fields say about the end of the body (RFC 9112, section 6.3).
struct Framing {
    /// The value of Content-Length, if there is one.
    private(set) var contentLength: Int?
    /// Whether the complete fields must be checked at the end: a field is repeated, or isn't in its usual form.
    var isUnusual = false
    private(set) var hasTransferCoding = false

    /// Whether only the end of the connection ends the body.
    var isByClose: Bool { !hasTransferCoding && contentLength == nil }

    /// Notes a field line by its bytes, because few fields matter.
    mutating func note(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        if name.isName("content-length") {
            isUnusual = isUnusual || contentLength != nil
            contentLength = Self.number(value)
            isUnusual = isUnusual || contentLength == nil
        } else if name.isName("transfer-encoding") {
            hasTransferCoding = true
            isUnusual = true
        }
    }

    /// Checks the fields of a complete head.
    mutating func decide(by fields: HeaderFields) throws(ResponseHead.Malformed) {
        guard isUnusual else { return }
        // Requests never ask for another coding, and a client must support all that are used (RFC 9112, section 7).
        guard fields.values(of: .transferEncoding).allSatisfy({ $0.lowercased() == "chunked" }) else {
            throw ResponseHead.Malformed(reason: "the Transfer-Encoding is not chunked")
        }
        contentLength = try Self.length(fields.values(of: .contentLength))
    }

    /// Returns the value of Content-Length: only digits, once or the same ones repeatedly (RFC 9110, section 8.6).
    /// libcurl accepts any text that begins with digits.
    private static func length(_ lines: [String]) throws(ResponseHead.Malformed) -> Int? {
        guard !lines.isEmpty else { return nil }
        let values = lines.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }
        guard let length = values.first, length.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let count = Int(length)
        else { throw ResponseHead.Malformed(reason: "the Content-Length is not a number of bytes") }
        guard values.allSatisfy({ $0 == length }) else {
            throw ResponseHead.Malformed(reason: "there are several different Content-Length fields")
        }
        return count
    }

    /// Returns up to eighteen digits as a number; nil for anything else.
    private static func number(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard (1...18).contains(bytes.count) else { return nil }
        var number: Int64 = 0
        for byte in bytes {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return Int(exactly: number)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are a name, which is given in lowercase, ignoring case.
    fileprivate func isName(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] | 0x20 != name.utf8Start[index] { return false }
        return true
    }
}
