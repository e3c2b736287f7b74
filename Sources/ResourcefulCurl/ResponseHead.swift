/// The head of a response, parsed line by line as libcurl delivers it (RFC 9112, sections 2 to 6).
///
/// Heads of interim responses (1xx) are discarded when the next one begins; lines after the final head are trailers,
/// and ignored.
package struct ResponseHead {
    /// The reason why a head is malformed.
    package struct Malformed: Error, Equatable {
        /// A description of the fault.
        package let reason: String

        /// Creates an error with a reason.
        package init(reason: String) { self.reason = reason }
    }

    /// The status of the last head that has begun.
    package private(set) var status: Response.Status?
    /// The fields of the last head that has begun. The next line may continue the last one.
    package private(set) var headerFields = HeaderFields()
    /// Whether the final head is complete.
    package private(set) var isComplete = false
    /// Whether a head has begun and not ended. No other can begin in it.
    private var isOpen = false
    private var byteCount = 0

    /// The maximum size of all heads of one response together, in bytes.
    static let maximumByteCount = 262_144
    private var lineCount = 0

    /// The maximum number of lines in them: short lines are as much work as long ones.
    static let maximumLineCount = 4_000

    /// The length that the head declares for the body, if any.
    var contentLength: Int? { framing.contentLength }

    /// How many whole seconds an idle connection may be used again: at most two less than the server keeps it
    /// (`Keep-Alive: timeout=5`), because a request that meets its end is lost.
    var idleSeconds: Int? {
        let pairs = headerFields["Keep-Alive"]?.lowercased().filter { $0 != " " && $0 != "\t" }.split(separator: ",")
        let timeout = pairs?.first { $0.hasPrefix("timeout=") }.flatMap { Int($0.dropFirst("timeout=".count)) }
        return timeout.map { max(3, $0) - 2 }
    }

    /// The length after which the body is whole, whatever becomes of the connection.
    var wholeLength: Int? { framing.hasTransferCoding ? nil : framing.contentLength }

    /// Whether only the end of the connection ends the body (RFC 9112, section 6.3).
    var isBodyEndedByClose: Bool { isVersion1 && framing.isByClose }
    private var isVersion1 = false
    private var framing = Framing()

    /// Creates a head that has no lines yet.
    package init() {}

    /// Adds the next line, including its line end.
    ///
    /// - Returns: Whether it completes the final head.
    @discardableResult
    package mutating func receive(_ line: UnsafeRawBufferPointer) throws(Malformed) -> Bool {
        byteCount += line.count
        guard byteCount <= Self.maximumByteCount else { throw Malformed(reason: "the head is larger than 256 KB") }
        lineCount += 1
        guard lineCount <= Self.maximumLineCount else { throw Malformed(reason: "the head has too many lines") }
        guard !isComplete else { return false }
        let line = line.withoutLineEnd
        guard let first = line.first else {
            try end()
            return isComplete
        }
        if !isOpen {
            try begin(line)
        } else if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            try unfold(line)
        } else {
            try append(line)
        }
        return false
    }

    private mutating func begin(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        guard line.starts(withText: "HTTP/") else { throw Malformed(reason: "there is no status line") }
        // After the version and spaces: three digits, and nothing or a space (RFC 9112, section 4).
        var index = line.firstIndex(of: UInt8(ascii: " ")) ?? line.count
        while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
        let digits = line[index...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard digits.count == 3, digits.endIndex == line.count || line[digits.endIndex] == UInt8(ascii: " "),
            let status = Response.Status(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
        else { throw Malformed(reason: "the status line has no three-digit status") }
        self.status = status
        isOpen = true
        isVersion1 = line.starts(withText: "HTTP/1")
        headerFields = HeaderFields()
        headerFields.reserveCapacity(12)
        framing = Framing()
    }

    private mutating func end() throws(Malformed) {
        guard isOpen, let status else { throw Malformed(reason: "there is no status line") }
        isOpen = false
        guard status != 101 else { throw Malformed(reason: "the server switched to a protocol that wasn't requested") }
        guard !status.isInformational else { return }
        try framing.decide(by: headerFields)
        isComplete = true
    }

    private mutating func append(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        var colon = 0
        while colon < line.count, line[colon] != UInt8(ascii: ":") { colon += 1 }
        guard colon < line.count, let name = HeaderFields.Name(UnsafeRawBufferPointer(rebasing: line[..<colon])) else {
            let isMissing = colon == 0 || colon == line.count
            throw Malformed(reason: isMissing ? "a field line has no name" : "a field's name isn't a token")
        }
        let bytes = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).withoutSpaceAround
        headerFields.append(HeaderFields.Field(name, checked: try text(bytes, of: name)))
        framing.note(UnsafeRawBufferPointer(rebasing: line[..<colon]), bytes)
    }

    /// Appends a line that continues the last value after white space (RFC 9112, section 5.2). Amortized constant time.
    private mutating func unfold(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        guard let last = headerFields.last?.name else { throw Malformed(reason: "the head begins with white space") }
        headerFields.extendLast(by: try text(line.withoutSpaceAround, of: last))
        framing.isUnusual = true
    }

    /// Decodes bytes as UTF-8 if they are valid, otherwise as ISO 8859-1 (RFC 9110, section 5.5), but a cookie so that
    /// the same bytes are sent back.
    private func text(_ bytes: UnsafeRawBufferPointer, of name: HeaderFields.Name) throws(Malformed) -> String {
        let check = FieldBytes(bytes)
        guard check.areAllowed else { throw Malformed(reason: InvalidFieldValue(name: name).description) }
        if check.areASCII { return String(decoding: bytes, as: UTF8.self) }
        if name == .setCookie { return CookieBytes.text(bytes) }
        if let text = String(wellFormed: bytes, as: UTF8.self) { return text }
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
