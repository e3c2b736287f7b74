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
            guard let element = try? decoding.value(Element.self, atRoot: node), !decoding.isDocumentSeen,
                decoding.tooDeep == nil
            else {
                return false
            }
            elements.append(element)
            node = document.next(after: node)
        }
        return true
    }
}

extension JSON {
    /// Parses a text of a JSON text sequence (RFC 7464) as a separate document.
    ///
    /// - Throws: ``ParseFailure`` if the text isn't valid JSON, or is a value without a closing delimiter that isn't
    ///   followed by whitespace (section 2.4).
    package init(parsingRecord text: Data, mask: some TextMask) throws(ParseFailure) {
        let document = try JSONDocument(text.withUnsafeBytes { Data($0) }, mask: mask)
        let isDelimited = document.word(0).isContainer || document.word(0).kind.isString
        guard isDelimited || text.last.map(JSONSpace.contains) == true else {
            throw text.withUnsafeBytes { bytes in
                ParseFailure(
                    expected: "white space after a value without a closing delimiter (RFC 7464, section 2.4)",
                    found: "the end of the text", at: bytes.count, of: bytes, mask: mask)
            }
        }
        self.init(document: document, node: 0)
    }
}
