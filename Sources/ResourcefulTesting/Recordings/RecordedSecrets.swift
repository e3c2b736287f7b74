import ResourcefulDiagnostics

/// Decides which of the values that `Redaction` hides in documents are secrets in a recording, too.
///
/// Code reads a recording again, so a name alone isn't enough. Every text under `client_secret` is a secret, but under
/// a bare `key` or `token` only what looks like one. A Boolean, a short number, a schema, a permission and a message
/// aren't, unless the program added the name itself.
struct RecordedSecrets {
    let redaction: Redaction
    private let added: Redaction

    private let bareNames: Set<String>

    /// - Parameter isSent: Whether the document is the body of a request. There, a word under a bare `key` is no
    ///   secret, but one under a bare `token` is.
    init(_ redaction: Redaction, isSent: Bool = false) {
        bareNames = isSent ? ["key", "keys"] : Self.bare
        self.redaction = redaction
        let fields = redaction.fieldNames.subtracting(Redaction.standard.fieldNames)
        added = Redaction(fieldNames: fields, parameterNames: redaction.ownNames)
    }

    /// Where a value is.
    struct Place {
        /// The name that makes the value secret, and the one that makes the object around it secret.
        var name, around: String?
        /// The key of the value, and that of the object around it.
        var key = "", outer = ""
        var isListed = false
        var isInSchema = false
    }

    /// Returns the places of an object's members.
    func places(of keys: [String], in object: JSON, _ place: Place) -> [Place] {
        let type = object["type"].stringIfThere ?? object["type"].elementsIfThere.first?.stringIfThere ?? ""
        let isInSchema = Self.types.contains(type) && Self.schemaKeys.isSuperset(of: keys)
        // `{"name": "Authorization", "value": …}`
        let named = keys.lazy.compactMap { key in
            object[key].stringIfThere.flatMap { redaction.hides(valueNamed: $0, under: key) ? $0 : nil }
        }.first
        return keys.map { key in
            let outer = redaction.isOfValues(key) ? named ?? place.name : place.name
            return Place(
                name: redaction.isSecret(key: key) ? key : outer, around: place.name, key: key, outer: place.key,
                isInSchema: isInSchema)
        }
    }

    /// Whether the program has added a name.
    func isAdded(_ name: String) -> Bool { added.isSecret(key: name) }

    /// Returns whether a value that `Redaction` hides is a secret.
    func isSecret(_ value: JSON, _ place: Place) -> Bool {
        if isAdded(place.key) || isAdded(place.name ?? "") { return true }
        let text = ArraySlice((value.stringIfThere ?? String(value)).utf8)
        // In a list, another name may follow a name, such as `refresh_token` in a list of grants.
        guard let name = place.name else {
            let isKind = text.contains(0x5F) || SecretName.describing.contains(SecretName(place.key).words.last ?? "")
            return !(place.isListed && isKind && text.allSatisfy(Self.isOfNames))
        }
        let isPassword = !Self.passwords.isDisjoint(with: SecretName(name).words)
        let isBare = self.isBare(name) && place.around.map(self.isBare) != false
        // A key such as `id` or `expires_at` only describes the secret around it.
        let key = place.key == name ? [] : SecretName(place.key).words
        let isAbout = key.last.map { SecretName.describing.contains($0) || Self.described.contains($0) } == true
        let isOpen = isAbout || place.isInSchema || Self.contexts.contains(place.outer.lowercased())
        guard value.isString else {
            let least = isPassword && !isBare ? 3 : 6
            return !isOpen && SecretLooks.isLong(number: text, from: least)
        }
        if isBare || isOpen { return !(isAbout && key.count > 1) && SecretLooks.isRandom(text) }
        return !text.isEmpty && (isPassword || !Self.choices.contains(String(decoding: text, as: UTF8.self)))
    }

    /// Returns the text of a value without the secrets that it has under any name.
    func nameless(_ value: JSON) -> String {
        let list = redaction.redacted(content: Data("[\(String(value))]".utf8), of: .json)
        return String(decoding: list.dropFirst().dropLast(), as: UTF8.self)
    }

    private static func isOfNames(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte == 0x5F
    }

    private func isBare(_ name: String) -> Bool { bareNames.contains(SecretName(name).words.joined(separator: " ")) }

    private static let bare: Set = [
        "cookie", "cookies", "credential", "credentials", "key", "keys", "secrets", "sig", "sign", "signature", "token",
        "tokens",
    ]
    private static let passwords: Set = [
        "code", "codes", "cvc", "cvv", "otp", "passcode", "passwd", "password", "passwords", "passwort", "pwd", "totp",
    ]
    private static let described: Set = ["description", "email", "host", "provider", "region", "user", "username"]
    /// The keys of objects with messages, permissions or links under names of secrets.
    private static let contexts: Set = [
        "errors", "error", "messages", "permissions", "labels", "translations", "hints", "rules", "links", "_links",
        "subresource_uris",
    ]
    /// Texts that are choices, and not secrets.
    private static let choices: Set = [
        "read", "write", "admin", "none", "required", "optional", "enabled", "disabled", "include", "omit",
        "same-origin", "string", "basic", "bearer", "oauth2", "all", "any", "true", "false", "yes", "no",
    ]
    /// The keys of JSON Schema and of parameters in OpenAPI.
    private static let schemaKeys: Set = [
        "$comment", "$id", "additionalProperties", "allOf", "anyOf", "const", "default", "deprecated", "description",
        "enum", "example", "examples", "format", "in", "items", "maxItems", "maxLength", "maximum", "minItems",
        "minLength", "minimum", "name", "nullable", "oneOf", "pattern", "properties", "readOnly", "required", "title",
        "type", "uniqueItems", "writeOnly",
    ]
    private static let types: Set = ["string", "number", "integer", "boolean", "object", "array", "null"]
}

extension Redaction {
    /// Returns a redaction that also hides the secrets that were sent, of a JSON body only what can be one.
    func recorded(hiding sent: SentSecrets?) -> Redaction {
        hiding(sent) { body, redaction in
            let document = RecordedDocument(body, secrets: RecordedSecrets(redaction, isSent: true))
            return document.map { $0.open.subtracting($0.secret) } ?? []
        }
    }
}
