#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StreamResource where Element: Decodable {
    /// A stream of JSON Lines: every line is a document, decoded as an element as soon as it has ended.
    ///
    /// Lines with nothing but white space are left out; the last one needs no end. No media type is registered for JSON
    /// Lines, and servers call them many things, so none is asked for: set Accept where the server wants to be asked.
    ///
    /// A line that can't be read ends the stream with a ``ParseFailure``, whose path begins with its number, from 0 on.
    ///
    /// - Parameters:
    ///   - request: What is sent: a ``Request``, or a URL.
    ///   - decoder: How dates, data and keys are written.
    ///   - maximumSize: How many bytes a line may have at most. A longer one ends the stream.
    public init(
        jsonLines request: some RequestConvertible, decoder: JSON.Decoder = JSON.Decoder(),
        maximumSize: Int = 64 << 20
    ) {
        let parser = JSONTextParser(.lines, maximumSize: maximumSize) { text, pieces in
            try pieces.decode(Element.self, text, by: decoder, mask: Redaction.standard)
        }
        self.init(request.asRequest, parser: parser)
    }

    /// A stream of the elements of one JSON array, however large, each decoded as soon as it has ended.
    ///
    /// The array is the document itself, or stands at a path in it. What stands beside the path is gone through and not
    /// read: its mistakes are not found, as long as its brackets and quotes are balanced. Where a key stands twice, the
    /// first one counts.
    ///
    /// An element that can't be read ends the stream with a ``ParseFailure``, whose path leads to it.
    ///
    /// - Parameters:
    ///   - request: What is sent: a ``Request``, or a URL.
    ///   - path: Where in the document the array stands.
    ///   - decoder: How dates, data and keys are written.
    ///   - maximumSize: How many bytes an element may have at most. A longer one ends the stream.
    public init(
        jsonArray request: some RequestConvertible, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(),
        maximumSize: Int = 64 << 20
    ) {
        let parser = JSONTextParser(.array(path), maximumSize: maximumSize) { text, pieces in
            try pieces.decode(Element.self, text, by: decoder, mask: Redaction.standard)
        }
        self.init(request.asRequest, parser: parser)
    }
}
