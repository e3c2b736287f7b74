/// A decoder of JSON Lines that arrive in pieces. It reads many lines as one document with a value per line, which
/// saves a document and a decoder per line.
///
/// What can't be read like that is read line by line, from then on: a line that is malformed or can't be decoded, whose
/// failure has a place, and an element that keeps its text or refers to its place in it.
package struct JSONLines<Element: Decodable & Sendable>: Sendable {
    private var texts: JSONTexts
    private var pieces = JSONPieces()
    private let decoder: JSON.Decoder
    private let mask: any TextMask
    /// The maximum number of bytes that are read as one document; 0 if lines are read one by one.
    private var longestRun: Int

    /// Creates a decoder of lines of a maximum size, whose failures don't show what the mask hides.
    package init(decoder: JSON.Decoder, maximumSize: Int, mask: any TextMask) {
        texts = JSONTexts(.lines, maximumSize: maximumSize)
        self.decoder = decoder
        self.mask = mask
        longestRun = Element.self == JSON.self ? 0 : min(maximumSize, Self.longestRun)
    }

    /// Takes a piece, and appends the elements of the lines that end in it.
    ///
    /// - Throws: `ParseFailure` with its position in the whole, or the error that the type's own initializer throws.
    package mutating func take(_ piece: Data, into elements: inout [Element]) throws {
        var rest = piece
        if !texts.isBetweenTexts {
            let end = rest.withUnsafeBytes { ByteSearch.firstIndex(of: Self.lineBreak, in: $0) }
            try takeByLine(rest.prefix(end + 1), into: &elements)
            rest = rest.dropFirst(end + 1)
        }
        while let run = run(of: rest) {
            guard takeAtOnce(run, into: &elements) else {
                longestRun = 0
                break
            }
            rest = rest[run.endIndex...]
        }
        if !rest.isEmpty { try takeByLine(rest, into: &elements) }
    }

    /// Takes the end, and appends the element of the last line if no line break ended it.
    package mutating func finish(into elements: inout [Element]) throws {
        try byLine { texts, decode in try texts.finish { elements.append(try decode($0)) } }
    }

    private mutating func takeByLine(_ piece: Data, into elements: inout [Element]) throws {
        try byLine { texts, decode in try texts.take(piece) { elements.append(try decode($0)) } }
    }

    private mutating func byLine(_ read: (inout JSONTexts, (Data) throws -> Element) throws -> Void) throws {
        var pieces = pieces
        defer { self.pieces = pieces }
        let (decoder, mask) = (decoder, mask)
        try read(&texts) { try pieces.decode(Element.self, $0, by: decoder, mask: mask) }
    }

    /// Returns whole lines from the start of a piece, as many as are read as one document.
    private func run(of piece: Data) -> Data? {
        let prefix = piece.prefix(longestRun)
        let end = prefix.withUnsafeBytes { $0.lastIndex(of: Self.lineBreak) ?? -1 }
        guard end >= Self.shortestRun else { return nil }
        return prefix[...(prefix.startIndex + end)]
    }

    /// Appends the elements of whole lines. Appends none, and returns false, unless all can be read as one document.
    private mutating func takeAtOnce(_ lines: Data, into elements: inout [Element]) -> Bool {
        let lineBreaks = lines.withUnsafeBytes { ByteSearch.count(of: Self.lineBreak, in: $0) }
        let before = elements.count
        guard decoder.decode(lines: lines, lineBreaks: lineBreaks, into: &elements) else { return false }
        texts.pass(elements.count - before, lines: lineBreaks)
        return true
    }

    private static var lineBreak: UInt8 { UInt8(ascii: "\n") }
    private static var longestRun: Int { 64 << 10 }
    private static var shortestRun: Int { 128 }
}
