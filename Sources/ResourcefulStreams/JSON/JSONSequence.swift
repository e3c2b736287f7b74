/// The handling of texts in a JSON text sequence that aren't JSON, such as one cut short by a writer that died (RFC
/// 7464, section 2.3).
public enum BrokenTexts: Hashable, Sendable {
    /// Broken texts are skipped, as the RFC recommends.
    case skipped
    /// The first broken text ends the stream with a `ParseFailure`.
    case refused
}

extension StreamResource where Element: Decodable {
    /// Creates a stream of a JSON text sequence, `application/json-seq` (RFC 7464), in which each text follows a record
    /// separator.
    ///
    /// A number, `true`, `false`, or `null` without white space after it may be cut short, and counts as broken
    /// (section 2.4). A text that is JSON but can't be decoded as the element ends the stream.
    ///
    /// - Parameters:
    ///   - request: The `Request` or URL. It asks for the media type unless the request has Accept.
    ///   - brokenTexts: The handling of texts that aren't JSON.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    ///   - maximumSize: The maximum number of bytes of a text. A longer text ends the stream.
    public init(
        jsonSequence request: some RequestConvertible, brokenTexts: BrokenTexts = .skipped,
        decoder: JSON.Decoder = JSON.Decoder(), maximumSize: Int = 64 << 20
    ) {
        let parser = JSONTextParser<Element>(.sequence, maximumSize: maximumSize) { text, _, elements in
            let json: JSON
            do {
                json = try JSON(parsingRecord: text, mask: Redaction.standard)
            } catch {
                if brokenTexts == .refused { throw error }
                return
            }
            elements.append(try json.decode(Element.self, decoder: decoder))
        }
        self.init(request.asRequest.asking(for: ["application/json-seq"]), parser: parser)
    }
}

extension Request {
    /// Returns a request that asks for media types unless it has Accept.
    func asking(for mediaTypes: [MediaType]) -> Request {
        guard !headerFields.contains("Accept") else { return self }
        var request = self
        request.headerFields.accept = mediaTypes
        return request
    }
}
