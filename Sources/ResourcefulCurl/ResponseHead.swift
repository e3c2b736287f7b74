package import ResourcefulCore

/// What has come of the head of a response, line by line as libcurl hands it over (RFC 9112, sections 2 to 6).
///
/// Heads of interim responses (1xx) are followed by others and forgotten; lines after the final head are trailers, and
/// ignored.
package struct ResponseHead {
    /// Why a head is no head.
    package struct Malformed: Error, Equatable {
        /// What is wrong with it, for a person.
        package let reason: String

        /// A head that is no head for that reason.
        package init(reason: String) { self.reason = reason }
    }

    /// The status of the last head that has begun.
    package private(set) var status: Response.Status?
    /// The fields of the last head that has begun; the last one is there once the next line has come.
    package private(set) var headerFields = HeaderFields()
    /// Whether the final head is whole.
    package private(set) var isComplete = false
    private var byteCount = 0
    /// The last field line, which may go on in the next line.
    private var open: (name: HeaderFields.Name, value: String)?

    /// How large the heads of one response may be together, in bytes.
    static let maximumByteCount = 262_144

    /// The length that the head declares for the body, if it does.
    private(set) var contentLength: Int?

    /// Whether nothing but the end of the connection says where the body ends (RFC 9112, section 6.3).
    private(set) var isBodyEndedByClose = false
    private var isVersion1 = false
    /// The values of Content-Length and of Transfer-Encoding, which say where the body ends.
    private var lengths: [String] = []
    private var transferCodings: [String] = []

    /// Nothing has come yet.
    package init() {}

    /// Takes the next line, its end included.
    package mutating func receive(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        byteCount += line.count
        guard byteCount <= Self.maximumByteCount else { throw Malformed(reason: "the head is larger than 256 KB") }
        guard !isComplete else { return }
        let line = line.withoutLineEnd
        if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") { return try unfold(line) }
        close()
        if line.isEmpty {
            try end()
        } else if line.starts(withText: "HTTP/") {
            try begin(line)
        } else {
            try append(line)
        }
    }

    private mutating func begin(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard parts.count >= 2, parts[1].count == 3, let code = Int(String(decoding: parts[1], as: UTF8.self)),
            let status = Response.Status(code)
        else { throw Malformed(reason: "the status line has no status of three digits") }
        self.status = status
        isVersion1 = line.starts(withText: "HTTP/1")
        headerFields = HeaderFields()
        (lengths, transferCodings) = ([], [])
    }

    private mutating func end() throws(Malformed) {
        guard let status else { throw Malformed(reason: "there is no status line") }
        guard !status.isInformational else { return }
        contentLength = try declaredLength()
        // None but this one is ever asked for, and a client has to know them all (RFC 9112, section 7).
        guard transferCodings.allSatisfy({ $0.lowercased() == "chunked" }) else {
            throw Malformed(reason: "the Transfer-Encoding is not chunked")
        }
        isBodyEndedByClose = isVersion1 && transferCodings.isEmpty && contentLength == nil
        isComplete = true
    }

    /// The length in Content-Length: digits and nothing else, once or the same ones several times (RFC 9110, section
    /// 8.6). libcurl reads the digits at the beginning and believes them.
    private func declaredLength() throws(Malformed) -> Int? {
        guard !lengths.isEmpty else { return nil }
        if lengths.count == 1, let count = UInt32(lengths[0]), lengths[0].utf8.first != UInt8(ascii: "+") {
            return Int(count)
        }
        let values = lengths.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }
        guard let length = values.first, length.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let count = Int(length)
        else { throw Malformed(reason: "the Content-Length is not a number of bytes") }
        guard values.allSatisfy({ $0 == length }) else {
            throw Malformed(reason: "there are several different Content-Length fields")
        }
        return count
    }

    private mutating func append(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HeaderFields.Name(UnsafeRawBufferPointer(rebasing: line[..<colon]))
        else { throw Malformed(reason: "a field line has no name") }
        open = (name, try text(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]), of: name))
    }

    /// Adds the last field line, which has come to its end.
    private mutating func close() {
        guard let (name, value) = open.take() else { return }
        if name == .contentLength { lengths.append(value) }
        if name == .transferEncoding { transferCodings.append(value) }
        headerFields.append(HeaderFields.Field(name, checked: value))
    }

    /// A value that goes on in the next line, after white space (RFC 9112, section 5.2). Constant time, amortised.
    private mutating func unfold(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        guard case (let name, var value)? = open.take() else {
            throw Malformed(reason: "the head begins with white space")
        }
        if !value.isEmpty { value += " " }
        value += try text(line, of: name)
        open = (name, value)
    }

    /// Bytes as UTF-8 where they are that, as ISO 8859-1 where they are not (RFC 9110, section 5.5), without the white
    /// space around them.
    private func text(_ bytes: UnsafeRawBufferPointer, of name: HeaderFields.Name) throws(Malformed) -> String {
        let bytes = bytes.withoutSpaceAround
        var union: UInt8 = 0
        for byte in bytes {
            union |= byte
            if byte == 0 || byte == 0x0A || byte == 0x0D {
                throw Malformed(reason: InvalidFieldValue(name: name).description)
            }
        }
        if union < 0x80 { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var withoutLineEnd: UnsafeRawBufferPointer {
        var end = count
        while end > 0, self[end - 1] == 0x0D || self[end - 1] == 0x0A { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[..<end])
    }

    fileprivate var withoutSpaceAround: UnsafeRawBufferPointer {
        var (start, end) = (0, count)
        while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<end])
    }

    fileprivate func starts(withText text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        return zip(self, UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)).allSatisfy(==)
    }
}
