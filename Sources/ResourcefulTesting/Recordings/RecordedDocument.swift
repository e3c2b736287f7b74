/// A JSON document as a recording has it: as `Redaction` hides it, but with the values that can't be secrets.
struct RecordedDocument {
    /// The document. If something is replaced, it has no white space around values.
    private(set) var content: Data
    /// The paths of the replaced values, with the reasons.
    private(set) var replaced: [String] = []
    /// The values that are replaced, and those that `Redaction` hides and that stay.
    private(set) var secret: Set<String> = [], open: Set<String> = []
    private let secrets: RecordedSecrets

    /// Creates a document from an object or an array; nil for any other content.
    init?(_ content: some DataProtocol, secrets: RecordedSecrets) {
        self.content = Data(content)
        self.secrets = secrets
        guard let document = try? JSON(parsing: self.content), document.isObject || document.isArray,
            let hidden = try? JSON(parsing: secrets.redaction.redacted(content: self.content, of: .json))
        else { return nil }
        let text = recorded(document, hidden, RecordedSecrets.Place(), depth: 0)
        // Of members with the same key, only those that can be read are left.
        let isSame = text.utf8.lazy.filter { $0 > 0x20 }.elementsEqual(self.content.lazy.filter { $0 > 0x20 })
        if !isSame { self.content = Data(text.utf8) }
    }

    /// Returns the text of a value. Below a depth that no code reads, it's the hidden one.
    private mutating func recorded(_ value: JSON, _ hidden: JSON, _ place: RecordedSecrets.Place, depth: Int) -> String
    {
        let other = String(hidden)
        guard other != String(value) else { return other }
        guard depth < 64 else { return replacement(other, of: value, "it is too deep") }
        if value.isArray, let others = try? hidden.array {
            var place = place
            place.isListed = true
            let texts = zip(value.elementsIfThere, others).map { recorded($0, $1, place, depth: depth + 1) }
            return "[\(texts.joined(separator: ","))]"
        }
        if value.isObject, let keys = try? value.keys {
            guard keys == (try? hidden.keys) else { return replacement(other, of: value, "a key has a secret") }
            let texts = zip(keys, secrets.places(of: keys, in: value, place)).map { key, place in
                "\(JSON.quoted(key)):\(recorded(value[key], hidden[key], place, depth: depth + 1))"
            }
            return "{\(texts.joined(separator: ","))}"
        }
        let isWhole = !value.isString || hidden.stringIfThere == Redaction.mark
        if isWhole, secrets.isSecret(value, place) {
            return replacement(other, of: value, place.name.map { "the name “\($0)”" } ?? "its content or neighbor")
        }
        if let text = value.stringIfThere, let inner = RecordedDocument(Data(text.utf8), secrets: secrets) {
            replaced += inner.replaced.map { "\(value.path), \($0)" }
            secret.formUnion(inner.secret)
            open.formUnion(inner.open)
            return inner.replaced.isEmpty ? String(value) : JSON.quoted(String(decoding: inner.content, as: UTF8.self))
        }
        if let query = value.stringIfThere, place.key == "query",
            query.hasPrefix("query") || query.hasPrefix("mutation")
        {
            let inner = RecordedContent(
                Data(query.utf8), of: "application/graphql", redaction: secrets.redaction)
            replaced += inner.replaced.map { "\(value.path), \($0)" }
            return JSON.quoted(String(decoding: inner.content, as: UTF8.self))
        }
        let text = isWhole ? secrets.nameless(value) : other
        if text == String(value) { open.insert(value.stringIfThere ?? text) }
        return text == String(value) ? text : replacement(text, of: value, "a part is named or looks like a secret")
    }

    private mutating func replacement(_ text: String, of value: JSON, _ reason: String) -> String {
        replaced.append("\(value.path): \(reason)")
        secret.insert(value.stringIfThere ?? String(value))
        return text
    }
}
