#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads JSON texts one by one.
struct JSONTextParser<Element: Sendable>: StreamParser {
    private var texts: JSONTexts
    private var documents = JSONPieces()
    /// What a text is read as; nil leaves it out.
    private let read: @Sendable (Data, inout JSONPieces) throws -> Element?

    init(
        _ form: JSONFraming.Form, maximumSize: Int,
        read: @escaping @Sendable (Data, inout JSONPieces) throws -> Element?
    ) {
        texts = JSONTexts(form, maximumSize: maximumSize)
        self.read = read
    }

    mutating func take(_ bytes: Data, into elements: inout [Element]) throws {
        var documents = documents
        try texts.take(bytes) { text in
            if let element = try read(text, &documents) { elements.append(element) }
        }
        self.documents = documents
    }

    mutating func finish(into elements: inout [Element]) throws {
        var documents = documents
        try texts.finish { text in
            if let element = try read(text, &documents) { elements.append(element) }
        }
    }
}

/// Decodes texts where they stand in a piece, as long as nothing of them is kept.
///
/// A ``JSON`` in an element is a place in its document. Were that a part of the piece, then one element that somebody
/// keeps would keep the whole piece.
struct JSONPieces: Sendable {
    /// Whether elements keep their documents, so that each has to have its own bytes.
    private var areKept = false

    /// What a text is decoded as.
    ///
    /// - Throws: ``ParseFailure``, or what the type's own initializer throws.
    mutating func decode<Element: Decodable>(
        _ type: Element.Type, _ text: Data, by decoder: JSON.Decoder
    ) throws -> Element {
        if areKept || type == JSON.self {
            let json = try JSON(parsing: text.withUnsafeBytes { Data($0) })
            return try (json as? Element) ?? json.decode(type, decoder: decoder)
        }
        var document = try JSONDocument(text)
        let element = try JSON(document: document, node: 0).decode(type, decoder: decoder)
        if isKnownUniquelyReferenced(&document) { return element }
        areKept = true
        return try decode(type, text, by: decoder)
    }
}
