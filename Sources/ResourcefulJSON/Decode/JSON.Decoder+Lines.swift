extension JSON.Decoder {
    /// Appends the values of whole lines, which are read as one document with a value per line. Appends none, and
    /// returns false, unless each line is a value or blank, can be decoded, and doesn't refer to its place.
    package func decode<Element: Decodable>(lines: Data, lineBreaks: Int, into elements: inout [Element]) -> Bool {
        guard var document = JSONDocument(lines: lines, lineBreaks: lineBreaks) else { return false }
        let before = elements.count
        guard append(document, to: &elements), isKnownUniquelyReferenced(&document) else {
            elements.removeSubrange(before...)
            return false
        }
        return true
    }

    /// Appends the elements of a document with a value per line until one fails or refers to its place in the document.
    private func append<Element: Decodable>(_ document: JSONDocument, to elements: inout [Element]) -> Bool {
        let decoding = JSONDecoding(document, root: 0, options: self)
        var node = 0
        while node < document.tape.count {
            guard let element = try? decoding.value(Element.self, atRoot: node), !decoding.isDocumentSeen else {
                return false
            }
            elements.append(element)
            node = document.next(after: node)
        }
        return true
    }
}
