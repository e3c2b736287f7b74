extension Redaction {
    /// Returns a JSON document of the same shape without its secrets; nil if the data isn't JSON. In the value of a
    /// secret name, every string becomes the mark, every number 0 and every Boolean false.
    ///
    /// All other text stays the same, byte by byte, except for strings that contain secrets themselves: JSON, URLs,
    /// forms.
    func redacted(json document: Data) -> Data? {
        guard let first = document.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return redacted(json: document, nested: 0)
    }

    private func redacted(json document: Data, nested: Int) -> Data? {
        guard (try? JSON(parsing: document)) != nil else { return nil }
        var text = JSONSecrets(document, redaction: self, nested: nested)
        return Data(text.redacted())
    }

    /// Returns the content of a string without the secrets in it.
    func redacted(string: [UInt8], nested: Int) -> [UInt8] {
        // Limits the depth of documents in strings. Deeper ones are searched as text, without their structure.
        if nested < 3, let first = string.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let json = redacted(json: Data(string), nested: nested + 1)
        {
            return Array(json)
        }
        return shortlyMasked(string)
    }
}
