/// The names of what is secret in one request alone, beside ``Redaction/standard``: of an API key, say.
enum RequestSecrets: RequestOption {
    static let defaultValue = Redaction(fieldNames: [], parameterNames: [])
}

extension Redaction {
    /// What holds for a request: its own secrets as well.
    package func including(secretsOf request: Request) -> Redaction {
        guard !request.options.isEmpty else { return self }
        let own = request[RequestSecrets.self]
        guard own != RequestSecrets.defaultValue else { return self }
        return Redaction(
            fieldNames: fieldNames.union(own.fieldNames), parameterNames: parameterNames.union(own.parameterNames))
    }
}
