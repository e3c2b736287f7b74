/// The names of what is secret in one request alone, beside ``Redaction/standard``: of an API key, say.
package enum RequestSecrets: RequestOption {
    package static let defaultValue = Redaction(fieldNames: [], parameterNames: [])
}

extension Redaction {
    /// What holds for a request: its own secrets as well.
    package func including(secretsOf request: Request) -> Redaction {
        guard !request.options.isEmpty else { return self }
        let own = request[RequestSecrets.self]
        return own == RequestSecrets.defaultValue ? self : including(own)
    }

    /// What is secret to one of both.
    package func including(_ other: Redaction?) -> Redaction {
        guard let other else { return self }
        return Redaction(
            fieldNames: fieldNames.union(other.fieldNames), parameterNames: parameterNames.union(other.parameterNames))
    }
}
