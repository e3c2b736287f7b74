#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What to do about a text of a JSON text sequence that is no JSON, cut short by a writer that died, say (RFC 7464,
/// section 2.3).
public enum BrokenTexts: Hashable, Sendable {
    /// They are left out, as the RFC recommends.
    case skipped
    /// The first one ends the stream with a ``ParseFailure``.
    case refused
}

extension StreamResource where Element: Decodable {
    /// A stream of a JSON text sequence, `application/json-seq` (RFC 7464): each text behind a record separator.
    ///
    /// A number, `true`, `false` or `null` without white space behind it may be the beginning of another one, and
    /// counts as broken (section 2.4). A text that is JSON, but can't be decoded as the element, ends the stream.
    ///
    /// - Parameters:
    ///   - request: What is sent: a ``Request``, or a URL. Unless it says what it accepts, the media type is
    ///     asked for.
    ///   - brokenTexts: What to do about texts that are no JSON.
    ///   - decoder: How dates, data and keys are written.
    ///   - maximumSize: How many bytes a text may have at most. A longer one ends the stream.
    public init(
        jsonSequence request: some RequestConvertible, brokenTexts: BrokenTexts = .skipped,
        decoder: JSON.Decoder = JSON.Decoder(), maximumSize: Int = 64 << 20
    ) {
        let parser = JSONTextParser(.sequence, maximumSize: maximumSize) { text, _ -> Element? in
            let json: JSON
            do {
                json = try JSON(parsingRecord: text, mask: Redaction.standard)
            } catch {
                if brokenTexts == .refused { throw error }
                return nil
            }
            return try json.decode(Element.self, decoder: decoder)
        }
        self.init(request.asRequest.asking(for: ["application/json-seq"]), parser: parser)
    }
}

extension Request {
    /// The request, asking for media types unless it says what it accepts.
    func asking(for mediaTypes: [MediaType]) -> Request {
        guard !headerFields.contains("Accept") else { return self }
        var request = self
        request.headerFields.accept = mediaTypes
        return request
    }
}
