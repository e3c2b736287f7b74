extension Redaction {
    /// Returns the names of secrets that another redaction doesn't have, as members of an archive.
    package func archivedNames(beside others: Redaction) -> [(String, JSON)] {
        let fields = fieldNames.subtracting(others.fieldNames).map(\.rawName).sorted()
        let parameters = parameterNames.subtracting(others.parameterNames).sorted()
        let shown = shownNames.subtracting(others.shownNames).sorted()
        return [("_redactedFields", fields), ("_redactedParameters", parameters), ("_shownNames", shown)]
            .filter { !$0.1.isEmpty }
            .map { ($0, JSON($1.map { JSON($0) })) }
    }
}
