extension StreamResource where Element == String {
    /// Creates a stream of the lines of a text, without their line endings: LF, CRLF, or CR. The last line needs none.
    ///
    /// The text is read in the character set that the response declares, or else as UTF-8. A byte order mark is
    /// dropped. Bytes that aren't valid UTF-8 become U+FFFD, so that one of them doesn't end a stream that runs for
    /// days. Bytes that aren't valid in another character set end the stream with a `ParseFailure`.
    ///
    /// - Parameters:
    ///   - request: The `Request` or URL.
    ///   - charsets: The character sets to support in addition to `Charset.standard`. The bytes of CR and LF must not
    ///     mean anything else in them. UTF-16 is refused.
    ///   - maximumLength: The maximum number of bytes of a line. A longer line ends the stream.
    public init(
        lines request: some RequestConvertible, charsets: [Charset] = [], maximumLength: Int = 1 << 20
    ) {
        self.init(request.asRequest, parser: LineParser(charsets: charsets, maximumLength: maximumLength))
    }
}

/// A parser that reads lines as text.
struct LineParser: StreamParser {
    /// The character sets in addition to the standard ones.
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

/// A decoder that reads one line after the other.
private struct LineReader {
    /// The declared character set; nil for UTF-8.
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
                found: "invalid bytes", at: 0, of: line, mask: Redaction.standard)
            failure.position = TextPosition(line: count + 1, column: 1)
            throw failure
        }
        count += 1
        return text
    }

    /// Returns the first line without its byte order mark, which takes precedence over the field, as in a whole text.
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

extension StreamResource where Element == Data {
    /// Creates a stream of the bytes of a body, in pieces as they arrive. Their size depends only on the network.
    public init(bytes request: some RequestConvertible) { self.init(request.asRequest, parser: PieceParser()) }
}

/// A parser that returns the pieces unchanged.
private struct PieceParser: StreamParser {
    mutating func take(_ bytes: Data, into elements: inout [Data]) { elements.append(bytes) }
}
