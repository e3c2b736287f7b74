extension Redaction {
    /// These secrets, and those of further names.
    ///
    ///     transport.recording(to: file, redacting: .standard.adding(parameters: ["pin"]))
    ///
    /// - Parameters:
    ///   - fields: Names of fields.
    ///   - parameters: Names in a query, a form or a JSON object, in any case.
    public func adding(fields: Set<HeaderFields.Name> = [], parameters: Set<String> = []) -> Redaction {
        var more = self
        more.fieldNames.formUnion(fields)
        more.parameterNames.formUnion(parameters.map { $0.lowercased() })
        return more
    }

    /// These secrets, but for what stands under some names: of fields, or in a query, a form or a document, in any
    /// case.
    ///
    ///     transport.recording(to: file, redacting: .standard.showing(["device_token"]))
    public func showing(_ names: Set<String>) -> Redaction {
        var fewer = self
        fewer.shownNames.formUnion(names.map { $0.lowercased() })
        return fewer
    }

    /// What is secret to one of both.
    package func including(_ other: Redaction?) -> Redaction {
        guard let other else { return self }
        var both = adding(fields: other.fieldNames, parameters: other.parameterNames)
        let shown = shownNames.union(other.shownNames)
        both.shownNames = shown.filter { !isSecret(name: $0) && !other.isSecret(name: $0) }
        both.readsWords = readsWords || other.readsWords
        both.spellings.formUnion(other.spellings)
        return both
    }

    /// Whether the value of a field is secret, by its name.
    package func hides(_ name: HeaderFields.Name) -> Bool {
        // Most lines of most messages, told by their length and at one look.
        if Self.openFields.contains(name) { return fieldNames.contains(name) }
        return fieldNames.contains(name) && !shows(name.rawName) || isSecret(name: name.rawName)
    }

    /// Whether a name, or a part of one like `user[password]`, is that of a secret, however it is escaped, where it has
    /// a value alone: in a query, a form, a field, a part.
    package func isSecret(name: String) -> Bool { judges(name) { $0.isSecretOfPair } }

    /// The same for the key of an object and the like. In a document `code` and `session` are most often something
    /// else.
    package func isSecret(key: String) -> Bool { judges(key) { $0.isSecret } }

    private func judges(_ name: String, _ byWords: (SecretName) -> Bool) -> Bool {
        guard name.utf8.count <= SecretScanner.maximumNameLength else { return false }
        let words = SecretName(name)
        let name = words.text.lowercased()
        if shownNames.contains(name) { return false }
        if isListed(name) { return true }
        return readsWords && byWords(words)
    }

    /// Whether a name in lower case, or a part of it, is one of the parameters' or of the fields'.
    private func isListed(_ name: String) -> Bool {
        if parameterNames.contains(name) { return true }
        if let field = HeaderFields.Name(name), fieldNames.contains(field) { return true }
        return name.utf8.split { !SecretScanner.isNameByte($0) }.contains { part in
            let part = String(part) ?? ""
            return parameterNames.contains(part) || parameterNames.contains(part.filter { $0 != "-" && $0 != "_" })
        }
    }

    private func shows(_ name: String) -> Bool { !shownNames.isEmpty && shownNames.contains(name.lowercased()) }

    /// Fields that nobody takes for a secret.
    private static let openFields = HeaderFields.NameSet([
        "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Content-Encoding", "Content-Length",
        "Content-Type", "Date", "ETag", "Host", "If-Modified-Since", "If-None-Match", "Range", "User-Agent", "Vary",
    ])
}
