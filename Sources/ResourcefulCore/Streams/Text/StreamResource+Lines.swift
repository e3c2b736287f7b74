#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StreamResource where Element == String {
    /// A stream of the lines of a text, without their ends: LF, CRLF or CR. The last one needs none.
    ///
    /// The text is read in the character set that the response declares, or else as UTF-8, a byte order mark left out.
    /// Bytes that are no UTF-8 become U+FFFD, so that one of them does not end a stream that runs for days; those that
    /// are none of another character set end it with a ``ParseFailure``.
    ///
    /// - Parameters:
    ///   - request: What is sent: a ``Request``, or a URL.
    ///   - charsets: Character sets that are known besides those of ``Charset/standard``; the bytes of CR and LF must
    ///     not mean anything else in them. UTF-16 is refused.
    ///   - maximumLength: How many bytes a line may have at most. A longer one ends the stream.
    public init(
        lines request: some RequestConvertible, charsets: [Charset] = [], maximumLength: Int = 1 << 20
    ) {
        self.init(request.asRequest, parser: LineParser(charsets: charsets, maximumLength: maximumLength))
    }
}

/// Reads lines as text.
struct LineParser: StreamParser {
    /// What is known besides the standard ones.
    private let charsets: [Charset]
    private let maximumLength: Int
    private var lines: LineCutter
    private var reader = LineReader()

    init(charsets: [Charset], maximumLength: Int) {
        (self.charsets, self.maximumLength) = (charsets, maximumLength)
        lines = LineCutter(maximumLength: maximumLength)
    }

    mutating func begin(_ response: Response) throws(ParseFailure) {
        lines = LineCutter(maximumLength: maximumLength)
        reader = LineReader()
        guard let label = response.headerFields.contentType?[parameter: "charset"], !Charset.utf8.isCalled(label) else {
            return
        }
        let known = (charsets + Charset.standard).first { $0.isCalled(label) }
        guard let known, !known.names.contains(where: { $0.hasPrefix("utf-16") || $0.hasPrefix("unicodef") }) else {
            throw LineReader.unreadable("the character set \(Redaction.standard.line(label))")
        }
        reader.charset = known
    }

    mutating func take(_ bytes: Data, into elements: inout [String]) throws {
        var reader = reader
        try bytes.withUnsafeBytes { bytes in
            try lines.take(bytes) { elements.append(try reader.text(of: $0)) }
        }
        self.reader = reader
    }

    mutating func finish(into elements: inout [String]) throws {
        var reader = reader
        try lines.finish { elements.append(try reader.text(of: $0)) }
    }
}

/// Reads one line after the other.
private struct LineReader {
    /// The declared one; nil for UTF-8.
    var charset: Charset?
    private var count = 0

    static func unreadable(_ found: String) -> ParseFailure {
        ParseFailure(expected: "text in a character set that can be read line by line", found: found)
    }

    mutating func text(of line: UnsafeRawBufferPointer) throws(ParseFailure) -> String {
        let line = count == 0 ? try unmarked(line) : line
        guard let text = charset.map({ $0.decode(Data(line)) }) ?? String(decoding: line, as: UTF8.self) else {
            var failure = ParseFailure(
                path: [.index(count)], expected: "text in the character set \(charset?.names.first ?? "")",
                found: "bytes that it does not have", at: 0, of: line, mask: Redaction.standard)
            failure.position = TextPosition(line: count + 1, column: 1)
            throw failure
        }
        count += 1
        return text
    }

    /// The first line without its byte order mark, which says more than the field, as in a text that comes whole.
    private mutating func unmarked(_ line: UnsafeRawBufferPointer) throws(ParseFailure) -> UnsafeRawBufferPointer {
        if line.starts(with: [0xEF, 0xBB, 0xBF]) {
            charset = nil
            return UnsafeRawBufferPointer(rebasing: line[3...])
        }
        let isUTF16 = line.starts(with: [0xFE, 0xFF]) || line.starts(with: [0xFF, 0xFE])
        guard charset != nil || !isUTF16 else { throw Self.unreadable("UTF-16") }
        return line
    }
}
