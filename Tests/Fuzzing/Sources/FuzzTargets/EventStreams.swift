import ResourcefulTesting

@testable import ResourcefulStreams

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Event streams: the events do not depend on the pieces, and written again they are the same.
    static let eventStreams = FuzzTarget("EventStreams") { bytes throws(Violation) in
        let limit = 64
        let found = try requireSameOutcome(of: bytes) { outcome(of: EventParser(maximumSize: limit), in: $0) }
        for event in found.elements { try require(event.data.utf8.count <= 3 * limit, "an event is too large") }
        let whole = PieceOutcome(elements: found.elements)
        let text = Array(found.elements.map(written).joined().utf8)
        let again = outcome(of: EventParser(maximumSize: 1 << 20), in: [text[...]])
        try require(again, equals: whole, "written and read, the events differ")
    }

    /// An event as a server sends it.
    private static func written(_ event: ServerSentEvent) -> String {
        var text = "id: \(event.id)\nevent: \(event.type)\n"
        if let (seconds, attoseconds) = event.retry?.components {
            text += "retry: \(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)\n"
        }
        // Bytes, since a CR and an LF are one character.
        for line in event.data.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            text += "data: \(String(Substring(line)))\n"
        }
        return text + "\n"
    }

    /// Streams of JSON texts: in lines, in an array, in an array in an object, and as a sequence (RFC 7464).
    static let jsonStreams = FuzzTarget("JSONStreams") { bytes throws(Violation) in
        let forms: [JSONFraming.Form] = [.lines, .array([]), .array(["items"]), .array(["a", 1]), .sequence]
        for form in forms {
            let parser = JSONTextParser<JSON>(form, maximumSize: 64) { text, documents, elements in
                elements.append(
                    try documents.decode(JSON.self, text, by: JSON.Decoder(), mask: Redaction.standard))
            }
            try requireSameOutcome(of: bytes) { outcome(of: parser, in: $0) }
        }
    }

    /// What a parser makes of pieces.
    static func outcome<Parser: StreamParser>(
        of parser: Parser, in pieces: [ArraySlice<UInt8>]
    ) -> PieceOutcome<Parser.Element> where Parser.Element: Equatable {
        var (parser, outcome) = (parser, PieceOutcome<Parser.Element>())
        do {
            for piece in pieces where !parser.isComplete { try parser.take(Data(piece), into: &outcome.elements) }
            if !parser.isComplete { try parser.finish(into: &outcome.elements) }
        } catch {
            outcome.failure = "\(error)"
        }
        return outcome
    }
}
