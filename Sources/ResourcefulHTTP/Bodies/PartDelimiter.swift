/// What a line of a multipart body is: a delimiter or not (RFC 2046, section 5.1.1).
struct PartDelimiter: Sendable {
    /// What ends a line: CRLF, or LF alone where the first delimiter ends with it.
    enum LineEnd: Sendable {
        case crlf, lf

        var length: Int { self == .crlf ? 2 : 1 }
    }

    /// What a line means.
    enum Meaning: Equatable, Sendable {
        /// The end of a part, and the beginning of another.
        case between
        /// The end of the last part.
        case last
    }

    private let dashBoundary: [UInt8]

    init(_ boundary: String) { dashBoundary = Array("--\(boundary)".utf8) }

    /// The longest line that can be a delimiter: more white space than this behind it does not count.
    var longestLine: Int { dashBoundary.count + 2 + 256 }

    /// What a line means, its end left out; nil for a line that is no delimiter. Other characters than white space
    /// behind the boundary make it another one: the outer boundary may be the beginning of an inner one.
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
    /// The fields of a part (RFC 5322, section 2.2): lines that begin with white space go on with the one before.
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

    /// A line without white space around it, in UTF-8 where the bytes allow it, or else in ISO-8859-1.
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
