/// A parser that reads JSON texts one by one.
struct JSONTextParser<Element: Sendable>: StreamParser {
    private var texts: JSONTexts
    private var documents = JSONPieces()
    /// Appends the element of a text, or nothing to skip the text.
    private let read: Read

    typealias Read = @Sendable (Data, inout JSONPieces, inout [Element]) throws -> Void

    init(
        _ form: JSONFraming.Form, maximumSize: Int, read: @escaping Read
    ) {
        texts = JSONTexts(form, maximumSize: maximumSize)
        self.read = read
    }

    mutating func take(_ bytes: Data, into elements: inout [Element]) throws {
        var documents = documents
        try texts.take(bytes) { try read($0, &documents, &elements) }
        self.documents = documents
    }

    mutating func finish(into elements: inout [Element]) throws {
        var documents = documents
        try texts.finish { try read($0, &documents, &elements) }
    }
}
