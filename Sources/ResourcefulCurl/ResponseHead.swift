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
    /// The fields of the last head that has begun.
    package private(set) var headerFields = HeaderFields()
    /// Whether the final head is whole.
    package private(set) var isComplete = false
    private var byteCount = 0

    /// How large the heads of one response may be together, in bytes.
    static let maximumByteCount = 262_144

    /// The length that the head declares for the body, if it does.
    var contentLength: Int? { headerFields["Content-Length"].flatMap { Int($0) } }

    /// Nothing has come yet.
    package init() {}

    /// Takes the next line, its end included.
    package mutating func receive(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        byteCount += line.count
        guard byteCount <= Self.maximumByteCount else { throw Malformed(reason: "the head is larger than 256 KB") }
        guard !isComplete else { return }
        var line = line[...]
        while let last = line.last, last == UInt8(ascii: "\r") || last == UInt8(ascii: "\n") { line = line.dropLast() }
        if line.isEmpty {
            try end()
        } else if line.starts(with: "HTTP/".utf8) {
            try begin(line)
        } else if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
            try unfold(line)
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
        headerFields = HeaderFields()
    }

    private mutating func end() throws(Malformed) {
        guard let status else { throw Malformed(reason: "there is no status line") }
        guard !status.isInformational else { return }
        guard Set(headerFields.values(of: "Content-Length")).count <= 1 else {
            throw Malformed(reason: "there are several different Content-Length fields")
        }
        isComplete = true
    }

    private mutating func append(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HeaderFields.Name(String(decoding: line[..<colon], as: UTF8.self))
        else { throw Malformed(reason: "a field line has no name") }
        do throws(InvalidFieldValue) {
            headerFields.append(try HeaderFields.Field(name, Self.text(line[(colon + 1)...])))
        } catch {
            throw Malformed(reason: error.description)
        }
    }

    /// A value that goes on in the next line, after white space (RFC 9112, section 5.2).
    private mutating func unfold(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        guard let last = headerFields.last else { throw Malformed(reason: "the head begins with white space") }
        do throws(InvalidFieldValue) {
            let field = try HeaderFields.Field(
                last.name, last.value + " " + Self.text(line).drop { $0 == " " || $0 == "\t" })
            headerFields = HeaderFields(Array(headerFields.dropLast()) + [field])
        } catch {
            throw Malformed(reason: error.description)
        }
    }

    /// Bytes as UTF-8 where they are that, as ISO 8859-1 where they are not (RFC 9110, section 5.5).
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains("\u{FFFD}") else { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
