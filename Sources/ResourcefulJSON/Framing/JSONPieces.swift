#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Decodes texts where they stand in a piece, as long as nothing of them is kept.
///
/// A ``JSON`` in an element is a place in its document. Were that a part of the piece, then one element that somebody
/// keeps would keep the whole piece.
package struct JSONPieces: Sendable {
    /// Whether elements keep their documents, so that each has to have its own bytes.
    private var areKept = false

    /// Pieces of which nothing has been decoded.
    package init() {}

    /// What a text is decoded as.
    ///
    /// - Throws: ``ParseFailure``, which does not show what a mask hides, or what the type's own initializer throws.
    package mutating func decode<Element: Decodable>(
        _ type: Element.Type, _ text: Data, by decoder: JSON.Decoder, mask: some TextMask
    ) throws -> Element {
        if areKept || type == JSON.self {
            let json = try JSON(parsing: text.withUnsafeBytes { Data($0) }, mask: mask)
            return try (json as? Element) ?? json.decode(type, decoder: decoder)
        }
        var document = try JSONDocument(text, mask: mask)
        let element = try JSON(document: document, node: 0).decode(type, decoder: decoder)
        if isKnownUniquelyReferenced(&document) { return element }
        areKept = true
        return try decode(type, text, by: decoder, mask: mask)
    }
}
