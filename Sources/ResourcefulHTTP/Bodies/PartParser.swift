/// Reads the parts of a multipart body, line by line.
///
/// It keeps only the unfinished part and line. It rejects a part as soon as it is certain to be too large; how
/// the bytes are split makes no difference.
package struct PartParser: Sendable {
    enum Section: Sendable {
        case preamble, head, body, epilogue
    }

    /// The default limit for the fields of a part, in bytes.
    package static let usualHeadSize = 65_536

    private let boundary: Body.Boundary?
    private let maximumSize: Int
    private let maximumHeadSize: Int

    private var delimiter = PartDelimiter("")
    private var section = Section.preamble
    /// The ending of delimiter lines; nil before the first delimiter.
    private var lineEnd: PartDelimiter.LineEnd?
    /// The ending of the previous line; nil at the beginning.
    private var lastEnd: PartDelimiter.LineEnd?
    private var count = 0
    private var headerFields = HeaderFields()
    /// The bytes of the section, from the beginning of its first line.
    private var buffer: [UInt8] = []
    // Offsets in the buffer: of the section, of its last line, and of the first byte that hasn't been scanned.
    private var (start, line, scan) = (0, 0, 0)

    package init(boundary: Body.Boundary?, maximumSize: Int, maximumHeadSize: Int) {
        (self.boundary, self.maximumSize, self.maximumHeadSize) = (boundary, maximumSize, maximumHeadSize)
    }

    package mutating func begin(_ headerFields: HeaderFields) throws(ParseFailure) {
        self = PartParser(boundary: boundary, maximumSize: maximumSize, maximumHeadSize: maximumHeadSize)
        let type = headerFields.contentType
        if let type, type.type != "multipart" {
            throw ParseFailure(expected: "a body of the media type multipart/…", found: type.essence, kind: .mediaType)
        }
        guard let text = type?[parameter: "boundary"] ?? boundary?.rawValue, !text.isEmpty else {
            throw ParseFailure(
                expected: "the boundary of the parts in Content-Type", found: type?.essence ?? "no Content-Type",
                kind: .mediaType)
        }
        delimiter = PartDelimiter(text)
    }

    package mutating func take(_ bytes: Data, into elements: inout [BodyPart]) throws {
        guard section != .epilogue else { return }
        buffer.append(contentsOf: bytes)
        // Moves the buffer out, to read it while other properties change.
        var taken: [UInt8] = []
        swap(&taken, &buffer)
        defer {
            taken.removeSubrange(..<start)
            (start, line, scan) = (0, line - start, scan - start)
            swap(&taken, &buffer)
        }
        try taken.withUnsafeBytes { bytes in
            while section != .epilogue {
                let end = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: bytes, from: scan)
                scan = end
                guard end < bytes.count else { return try checkLine(in: bytes) }
                scan = end + 1
                try takeLine(to: end, in: bytes, &elements)
            }
            start = bytes.count
        }
    }

    package mutating func finish(into elements: inout [BodyPart]) throws {
        let rest = buffer
        try rest.withUnsafeBytes { bytes in
            guard section != .epilogue else { return }
            // The last delimiter doesn't need a line ending.
            guard delimiter.meaning(of: bytes[line...]) == .last, lineEnd == nil || lastEnd == lineEnd else {
                throw failure("the delimiter after the last part", "the end of the body")
            }
            if section != .preamble { elements.append(try part(endingBefore: line, in: bytes)) }
        }
        section = .epilogue
    }
}

// Lines.
extension PartParser {
    /// Takes the line that ends with the LF at an offset.
    private mutating func takeLine(
        to end: Int, in bytes: UnsafeRawBufferPointer, _ elements: inout [BodyPart]
    ) throws(ParseFailure) {
        let isCRLF = lineEnd != .lf && end > line && bytes[end - 1] == UInt8(ascii: "\r")
        let thisEnd = isCRLF ? PartDelimiter.LineEnd.crlf : .lf
        let content = bytes[line..<(isCRLF ? end - 1 : end)]
        let isWhole = lineEnd == nil || (lineEnd == lastEnd && lineEnd == thisEnd)
        if isWhole, let meaning = delimiter.meaning(of: content) {
            if section != .preamble { elements.append(try part(endingBefore: line, in: bytes)) }
            lineEnd = lineEnd ?? thisEnd
            section = meaning == .last ? .epilogue : .head
            headerFields = HeaderFields()
            start = end + 1
        } else {
            try takeContent(content, to: end, in: bytes)
        }
        lastEnd = thisEnd
        line = end + 1
    }

    /// Takes a line that isn't a delimiter.
    private mutating func takeContent(
        _ content: Slice<UnsafeRawBufferPointer>, to end: Int, in bytes: UnsafeRawBufferPointer
    ) throws(ParseFailure) {
        switch section {
        case .preamble, .epilogue: start = end + 1
        case .head:
            guard end + 1 - start <= maximumHeadSize else { throw tooLargeHead }
            guard content.isEmpty else { return }
            headerFields = try head(bytes[start..<line])
            section = .body
            start = end + 1
        case .body:
            guard end + 1 - start - PartDelimiter.LineEnd.crlf.length <= maximumSize else { throw tooLarge }
        }
    }

    /// Checks an incomplete line, which may already be too long.
    private mutating func checkLine(in bytes: UnsafeRawBufferPointer) throws(ParseFailure) {
        // A CR may belong to its ending.
        guard bytes.count - line > delimiter.longestLine + 2 else { return }
        switch section {
        case .preamble:
            // It can't be a delimiter anymore, so only its end matters.
            start = bytes.count - delimiter.longestLine - 2
            line = start
        case .head: guard bytes.count - start <= maximumHeadSize else { throw tooLargeHead }
        case .body: guard bytes.count - start - 1 <= maximumSize else { throw tooLarge }
        case .epilogue: break
        }
    }
}

// Parts.
extension PartParser {
    /// Returns the part that ends before a delimiter. The line ending before the delimiter belongs to the delimiter.
    private mutating func part(
        endingBefore delimiter: Int, in bytes: UnsafeRawBufferPointer
    ) throws(ParseFailure) -> BodyPart {
        if section == .head { headerFields = try head(bytes[start..<delimiter]) }
        let end = max(start, delimiter - (lastEnd?.length ?? 0))
        guard section == .body else {
            count += 1
            return BodyPart(headerFields: headerFields, body: Data())
        }
        guard end - start <= maximumSize else { throw tooLarge }
        count += 1
        return BodyPart(headerFields: headerFields, body: Data(bytes[start..<end]))
    }

    private func head(_ bytes: Slice<UnsafeRawBufferPointer>) throws(ParseFailure) -> HeaderFields {
        do throws(ParseFailure) {
            return try HeaderFields(partHead: bytes)
        } catch {
            throw failure(error.expected, error.found)
        }
    }

    private var tooLarge: ParseFailure { failure("a part of at most \(maximumSize) bytes", "a larger one") }

    private var tooLargeHead: ParseFailure {
        failure("fields of a part of at most \(maximumHeadSize) bytes", "larger ones")
    }

    private func failure(_ expected: String, _ found: String) -> ParseFailure {
        ParseFailure(path: [.index(count)], expected: expected, found: found, kind: .malformed)
    }
}

/// One part of a multipart response, with its own fields and content (RFC 2046, section 5.1).
///
///     let photos = StreamResource(parts: Request("photos"))
///     for try await part in webservice.stream(of: photos) {
///         show(part.body, as: part.headerFields.contentType)
///     }
public struct BodyPart: Hashable, Sendable, CustomStringConvertible {
    /// The fields of the part, such as `Content-Type` and `Content-Range`.
    public var headerFields: HeaderFields
    /// The content as it is in the body. If the part has its own content coding, it isn't decoded.
    public var body: Data

    /// Creates a part.
    public init(headerFields: HeaderFields = [:], body: Data) {
        self.headerFields = headerFields
        self.body = body
    }

    /// The media type and the size. It never shows the content, which may be secret.
    public var description: String { "\(headerFields.contentType?.essence ?? "text/plain"), \(body.count) bytes" }
}
