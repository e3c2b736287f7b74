/// Recognizes the delimiter lines of a multipart body (RFC 2046, section 5.1.1).
struct PartDelimiter: Sendable {
    /// The end of a line: CRLF, or LF alone if the first delimiter ends with it.
    enum LineEnd: Sendable {
        case crlf, lf

        var length: Int { self == .crlf ? 2 : 1 }
    }

    /// The meaning of a delimiter.
    enum Meaning: Equatable, Sendable {
        /// Another part follows.
        case between
        /// The last part has ended.
        case last
    }

    private let dashBoundary: [UInt8]

    init(_ boundary: String) { dashBoundary = Array("--\(boundary)".utf8) }

    /// The length of the longest line that can be a delimiter. It limits the white space after the boundary.
    var longestLine: Int { dashBoundary.count + 2 + 256 }

    /// Returns the meaning of a line without its ending; nil if it isn't a delimiter. If the boundary is followed by
    /// anything but white space, the line isn't one: an outer boundary may be a prefix of an inner one.
    func meaning(of line: Slice<UnsafeRawBufferPointer>) -> Meaning? {
        guard line.count <= longestLine, line.starts(with: dashBoundary) else { return nil }
        var rest = line.dropFirst(dashBoundary.count)
        let isLast = rest.starts(with: "--".utf8)
        if isLast { rest = rest.dropFirst(2) }
        guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
        return isLast ? .last : .between
    }
}

extension HeaderFields {
    /// Creates the fields of a part (RFC 5322, section 2.2). A line that begins with white space continues the one
    /// before it.
    init(partHead bytes: Slice<UnsafeRawBufferPointer>) throws(ParseFailure) {
        self.init()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !line.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }) else { throw Self.malformed(line) }
            if let first = line.first, FieldParameters.isSpace(first) {
                guard !isEmpty else { throw Self.malformed(line) }
                extendLast(by: Self.text(line))
                continue
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let name = Name(Self.text(line[..<colon])) else {
                throw Self.malformed(line)
            }
            append(Field(name, checked: Self.text(line[(colon + 1)...])))
        }
    }

    /// Returns a line without surrounding white space, decoded as UTF-8, or as ISO-8859-1 if it isn't valid UTF-8.
    private static func text(_ line: Slice<UnsafeRawBufferPointer>) -> String {
        let isSpace = FieldParameters.isSpace
        guard let first = line.firstIndex(where: { !isSpace($0) }), let last = line.lastIndex(where: { !isSpace($0) })
        else { return "" }
        let content = line[first...last]
        return String(wellFormed: content, as: UTF8.self)
            ?? String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
    }

    private static func malformed(_ line: Slice<UnsafeRawBufferPointer>) -> ParseFailure {
        ParseFailure(
            expected: "a field of a part",
            found: "a line of \(line.count) bytes that is not a field", kind: .malformed)
    }
}
