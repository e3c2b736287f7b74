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

    /// Nothing has come yet.
    package init() {}

    /// Takes the next line, its end included.
    package mutating func receive(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        byteCount += line.count
        guard byteCount <= Self.maximumByteCount else { throw Malformed(reason: "the head is larger than 256 KB") }
        guard !isComplete else { return }
        var line = line[...]
        while let last = line.last, last == UInt8(ascii: "\r") || last == UInt8(ascii: "\n") { line = line.dropLast() }
        if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") { return try unfold(line) }
        try close()
        if line.isEmpty {
            try end()
        } else if line.starts(with: "HTTP/".utf8) {
            try begin(line)
        } else {
            try append(line)
        }
    }

    private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard parts.count >= 2, parts[1].count == 3, let code = Int(String(decoding: parts[1], as: UTF8.self)),
            let status = Response.Status(code)
        else { throw Malformed(reason: "the status line has no status of three digits") }
        self.status = status
        isVersion1 = parts[0].starts(with: "HTTP/1".utf8)
        headerFields = HeaderFields()
    }

    private mutating func end() throws(Malformed) {
        guard let status else { throw Malformed(reason: "there is no status line") }
        guard !status.isInformational else { return }
        contentLength = try declaredLength()
        let codings = headerFields.values(of: "Transfer-Encoding")
        // None but this one is ever asked for, and a client has to know them all (RFC 9112, section 7).
        guard codings.allSatisfy({ $0.lowercased() == "chunked" }) else {
            throw Malformed(reason: "the Transfer-Encoding is not chunked")
        }
        isBodyEndedByClose = isVersion1 && codings.isEmpty && contentLength == nil
        isComplete = true
    }

    /// The length in Content-Length: digits and nothing else, once or the same ones several times (RFC 9110, section
    /// 8.6). libcurl reads the digits at the beginning and believes them.
    private func declaredLength() throws(Malformed) -> Int? {
        let lengths = headerFields.values(of: "Content-Length").flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            }
        }
        guard let length = lengths.first else { return nil }
        guard length.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let count = Int(length) else {
            throw Malformed(reason: "the Content-Length is not a number of bytes")
        }
        guard lengths.allSatisfy({ $0 == length }) else {
            throw Malformed(reason: "there are several different Content-Length fields")
        }
        return count
    }

    private mutating func append(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HeaderFields.Name(String(decoding: line[..<colon], as: UTF8.self))
        else { throw Malformed(reason: "a field line has no name") }
        open = (name, Self.text(line[(colon + 1)...]))
    }

    /// Adds the last field line, which has come to its end.
    private mutating func close() throws(Malformed) {
        guard let (name, value) = open.take() else { return }
        do throws(InvalidFieldValue) {
            headerFields.append(try HeaderFields.Field(name, value))
        } catch {
            throw Malformed(reason: error.description)
        }
    }

    /// A value that goes on in the next line, after white space (RFC 9112, section 5.2). Constant time, amortised.
    private mutating func unfold(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        guard open != nil else { throw Malformed(reason: "the head begins with white space") }
        open?.value += " " + Self.text(line)
    }

    /// Bytes as UTF-8 where they are that, as ISO 8859-1 where they are not (RFC 9110, section 5.5), without the white
    /// space around them.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var bytes = bytes
        while let first = bytes.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            bytes = bytes.dropFirst()
        }
        while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
            bytes = bytes.dropLast()
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains("\u{FFFD}") else { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
