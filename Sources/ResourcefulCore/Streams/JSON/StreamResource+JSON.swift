#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
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
    ///   - url: The target.
    ///   - method: What is asked of it.
    ///   - headerFields: The fields that are sent.
    ///   - body: The content that is sent.
    ///   - decoder: How dates, data and keys are written.
    ///   - maximumSize: How many bytes a line may have at most. A longer one ends the stream.
    public init(
        jsonLines url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        decoder: JSON.Decoder = JSON.Decoder(), maximumSize: Int = StreamLimit.element
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(jsonLines: request, decoder: decoder, maximumSize: maximumSize)
    }

    /// A stream of JSON Lines, for a request made elsewhere.
    public init(
        jsonLines request: Request, decoder: JSON.Decoder = JSON.Decoder(), maximumSize: Int = StreamLimit.element
    ) {
        let parser = JSONTextParser(.lines, maximumSize: maximumSize) { text, pieces in
            try pieces.decode(Element.self, text, by: decoder, mask: Redaction.standard)
        }
        self.init(request, parser: parser)
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
    ///   - url: The target.
    ///   - method: What is asked of it.
    ///   - headerFields: The fields that are sent.
    ///   - body: The content that is sent.
    ///   - path: Where in the document the array stands.
    ///   - decoder: How dates, data and keys are written.
    ///   - maximumSize: How many bytes an element may have at most. A longer one ends the stream.
    public init(
        jsonArray url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(), maximumSize: Int = StreamLimit.element
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(jsonArray: request, at: path, decoder: decoder, maximumSize: maximumSize)
    }

    /// A stream of the elements of one JSON array, for a request made elsewhere.
    public init(
        jsonArray request: Request, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(),
        maximumSize: Int = StreamLimit.element
    ) {
        let parser = JSONTextParser(.array(path), maximumSize: maximumSize) { text, pieces in
            try pieces.decode(Element.self, text, by: decoder, mask: Redaction.standard)
        }
        self.init(request, parser: parser)
    }
}

/// How much of a body a stream keeps at most, unless told otherwise.
public enum StreamLimit {
    /// The bytes of one element: 64 MB.
    public static let element = 1 << 26
    /// The bytes of one line of text: 1 MB.
    public static let line = 1 << 20
    /// The bytes of the header fields of one part: 64 KB.
    public static let head = 1 << 16
}
