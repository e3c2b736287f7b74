#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A parser that reads JSON texts one by one.
struct JSONTextParser<Element: Sendable>: StreamParser {
    private var texts: JSONTexts
    private var documents = JSONPieces()
    /// Returns the element of a text, or nil to skip the text.
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
