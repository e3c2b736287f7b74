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
