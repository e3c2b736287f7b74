extension Redaction {
    /// Returns a redaction with additional secret names. A recording, too, hides all their values, even short words.
    ///
    ///     transport.recording(to: file, redacting: .standard.adding(parameters: ["pin"]))
    ///
    /// - Parameters:
    ///   - fields: The names of header fields.
    ///   - parameters: The names in a query, a form or a JSON object, in any case.
    public func adding(fields: Set<HeaderFields.Name> = [], parameters: Set<String> = []) -> Redaction {
        var more = self
        more.fieldNames.formUnion(fields)
        more.parameterNames.formUnion(parameters.map { $0.lowercased() })
        more.ownNames.formUnion(parameters.map { $0.lowercased() })
        return more
    }

    /// Returns a redaction that shows the values of the given names: of fields, or in a query, a form or a document, in
    /// any case.
    ///
    ///     transport.recording(to: file, redacting: .standard.showing(["device_token"]))
    public func showing(_ names: Set<String>) -> Redaction {
        var fewer = self
        fewer.shownNames.formUnion(names.map { $0.lowercased() })
        return fewer
    }

    /// Returns a redaction that hides the secrets of both redactions.
    package func including(_ other: Redaction?) -> Redaction {
        guard let other else { return self }
        var both = adding(fields: other.fieldNames, parameters: other.parameterNames)
        both.ownNames = ownNames.union(other.ownNames)
        let shown = shownNames.union(other.shownNames)
        both.shownNames = shown.filter { name in
            ![self, other].contains { $0.judges(name) { $0.isSecretOfPair || $0.isSecretOfField } }
        }
        both.readsWords = readsWords || other.readsWords
        both.spellings.formUnion(other.spellings)
        return both
    }

    /// Returns whether the value of a field is secret, or tells users apart, according to its name: it isn't printed,
    /// doesn't follow a redirect to another origin, and is a part of the keys of cached responses.
    package func hides(_ name: HeaderFields.Name) -> Bool {
        // Fast path for the fields of most messages.
        if Self.openFields.contains(name) { return hidesOpenFields && fieldNames.contains(name) }
        return fieldNames.contains(name) && !shows(name.rawName) || judges(name.rawName) { $0.isSecretOfField }
    }

    /// Returns whether a name, or a part of one such as `user[password]`, is secret where a name has a single value: in
    /// a query, a form or a part. The name may be escaped.
    package func isSecret(name: String) -> Bool { judges(name) { $0.isSecretOfPair } }

    /// Returns whether a key is secret where it may also have a structured value, as in a JSON object. There, `code`
    /// and `session` usually have another meaning.
    package func isSecret(key: String) -> Bool { judges(key) { $0.isSecret } }

    private func judges(_ name: String, _ byWords: (SecretName) -> Bool) -> Bool {
        guard name.utf8.count <= SecretScanner.maximumNameLength else { return false }
        let words = SecretName(name)
        let name = words.text.lowercased()
        if shownNames.contains(name) { return false }
        if isListed(name) { return true }
        return readsWords && byWords(words)
    }

    /// Returns whether a lowercase name, or a part of it, is a listed parameter or field.
    private func isListed(_ name: String) -> Bool {
        if parameterNames.contains(name) { return true }
        if let field = HeaderFields.Name(name), fieldNames.contains(field) { return true }
        return name.utf8.split { !SecretScanner.isNameByte($0) }.contains { part in
            let part = String(part) ?? ""
            return parameterNames.contains(part) || parameterNames.contains(part.filter { $0 != "-" && $0 != "_" })
        }
    }

    func shows(_ name: String) -> Bool { !shownNames.isEmpty && shownNames.contains(name.lowercased()) }

    /// Returns whether any of the common fields is among the names.
    static func hidesOpenFields(_ names: Set<HeaderFields.Name>) -> Bool { names.contains(where: openFields.contains) }

    /// Returns whether a field is one of the common ones that aren't secret.
    package static func isCommon(_ name: HeaderFields.Name) -> Bool { openFields.contains(name) }

    /// Common fields that aren't secret.
    private static let openFields = HeaderFields.NameSet([
        "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Content-Encoding", "Content-Length",
        "Content-Type", "Date", "ETag", "Host", "If-Modified-Since", "If-None-Match", "Range", "User-Agent", "Vary",
    ])
}

extension Redaction {
    /// Returns the names of secrets that another redaction doesn't have, as members of an archive.
    package func archivedNames(beside others: Redaction) -> [(String, JSON)] {
        let fields = fieldNames.subtracting(others.fieldNames).map(\.rawName).sorted()
        let parameters = parameterNames.subtracting(others.parameterNames)
            .union(ownNames.subtracting(others.ownNames)).sorted()
        let shown = shownNames.subtracting(others.shownNames).sorted()
        return [("_redactedFields", fields), ("_redactedParameters", parameters), ("_shownNames", shown)]
            .filter { !$0.1.isEmpty }
            .map { ($0, JSON($1.map { JSON($0) })) }
    }
}
