#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads JSON texts one by one.
struct JSONTextParser<Element: Sendable>: StreamParser {
    private var texts: JSONTexts
    /// What a text is read as; nil leaves it out.
    private let read: @Sendable (Data) throws -> Element?

    init(_ form: JSONFraming.Form, maximumSize: Int, read: @escaping @Sendable (Data) throws -> Element?) {
        texts = JSONTexts(form, maximumSize: maximumSize)
        self.read = read
    }

    mutating func take(_ bytes: Data, into elements: inout [Element]) throws {
        try texts.take(bytes) { text in
            if let element = try read(text) { elements.append(element) }
        }
    }

    mutating func finish(into elements: inout [Element]) throws {
        try texts.finish { text in
            if let element = try read(text) { elements.append(element) }
        }
    }
}

extension JSON.Decoder {
    /// What a text is decoded as. A place in a document, which may be kept, does not keep the piece in which it came.
    ///
    /// - Throws: ``ParseFailure``, or what the type's own initializer throws.
    func element<Element: Decodable>(_ type: Element.Type, in text: Data) throws -> Element {
        if type == JSON.self, let json = try JSON(parsing: text.withUnsafeBytes { Data($0) }) as? Element {
            return json
        }
        return try JSON(parsing: text).decode(type, decoder: self)
    }
}
