#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Redaction {
    /// A JSON document without its secrets, of the same shape: in the value of a secret name, every string is the mark,
    /// every number 0 and every truth value false. Nil when it is no document.
    ///
    /// All other text stays as it was, byte by byte, but for strings that hold secrets themselves: JSON, URLs, forms.
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

    /// The content of a string without the secrets in it.
    func redacted(string: [UInt8], nested: Int) -> [UInt8] {
        // A document in a string in a string: deeper down the words are looked at, not the structure.
        if nested < 3, let first = string.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let json = redacted(json: Data(string), nested: nested + 1)
        {
            return Array(json)
        }
        return shortlyMasked(string)
    }
}
