/// A decoder of texts that reads them in a piece without copying them, unless elements keep their text.
///
/// A ``JSON`` in an element is a place in its document. If the document used the bytes of the piece, an element that
/// you keep would keep the whole piece in memory.
package struct JSONPieces: Sendable {
    /// Whether elements keep their documents, so each document needs its own copy of the bytes.
    private var areKept = false

    /// Creates a decoder.
    package init() {}

    /// Decodes a text as a type.
    ///
    /// - Throws: ``ParseFailure``, which doesn't show what the mask hides, or the error that the type's own initializer
    ///   throws.
    package mutating func decode<Element: Decodable>(
        _ type: Element.Type, _ text: Data, by decoder: JSON.Decoder, mask: any TextMask
    ) throws -> Element {
        if areKept || type == JSON.self { return try Self.kept(type, text, by: decoder, mask: mask) }
        var document = try JSONDocument(text, mask: mask)
        let element = try JSON(document: document, node: 0).decode(type, decoder: decoder)
        if isKnownUniquelyReferenced(&document) { return element }
        areKept = true
        return try Self.kept(type, text, by: decoder, mask: mask)
    }

    /// Decodes a text as a type whose values keep their document.
    @inline(never)
    private static func kept<Element: Decodable>(
        _ type: Element.Type, _ text: Data, by decoder: JSON.Decoder, mask: any TextMask
    ) throws -> Element {
        let json = JSON(document: try JSONDocument(text.withUnsafeBytes { Data($0) }, mask: mask), node: 0)
        return try (json as? Element) ?? json.decode(type, decoder: decoder)
    }
}
