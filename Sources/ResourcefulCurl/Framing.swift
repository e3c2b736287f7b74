import ResourcefulCore

/// What the fields of a head say of where the body ends (RFC 9112, section 6.3).
struct Framing {
    /// The length that Content-Length declares, if it does.
    private(set) var contentLength: Int?
    /// Whether the fields have to be read as a whole at the end: one is there twice, or is not as one writes it.
    var isUnusual = false
    private var hasTransferCoding = false

    /// Whether nothing but the end of the connection says where the body ends.
    var isByClose: Bool { !hasTransferCoding && contentLength == nil }

    /// Takes note of a field line, by its bytes: nearly all are none of those that matter.
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

    /// Checks the fields of a whole head.
    mutating func decide(by fields: HeaderFields) throws(ResponseHead.Malformed) {
        guard isUnusual else { return }
        // None but this one is ever asked for, and a client has to know them all (RFC 9112, section 7).
        guard fields.values(of: .transferEncoding).allSatisfy({ $0.lowercased() == "chunked" }) else {
            throw ResponseHead.Malformed(reason: "the Transfer-Encoding is not chunked")
        }
        contentLength = try Self.length(fields.values(of: .contentLength))
    }

    /// The length in Content-Length: digits and nothing else, once or the same ones several times (RFC 9110, section
    /// 8.6). libcurl reads the digits at the beginning and believes them.
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

    /// At most eighteen digits as a number; nil for anything else.
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
    /// Whether the bytes are a name, which is given in lower case, in any case.
    fileprivate func isName(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] | 0x20 != name.utf8Start[index] { return false }
        return true
    }
}
