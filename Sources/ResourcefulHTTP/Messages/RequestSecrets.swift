/// The option with the names of secrets of one request, in addition to ``Redaction/standard``: of an API key, for
/// example.
package enum RequestSecrets: RequestOption {
    package static let defaultValue = Redaction(fieldNames: [], parameterNames: [])
}

extension Redaction {
    /// Returns a redaction that also includes the request's own secret names.
    package func including(secretsOf request: Request) -> Redaction {
        guard !request.options.isEmpty else { return self }
        let own = request[RequestSecrets.self]
        return own == RequestSecrets.defaultValue ? self : including(own)
    }
}

/// The parts of a request that a server may repeat: the fields, the URL and a short body. Printing the response
/// searches them for secrets. They are never printed themselves.
@usableFromInline package struct SentSecrets: Sendable, CustomReflectable {
    let headerFields: HeaderFields
    let url: URL
    let own: Redaction?
    let body: Data?

    /// Creates the secrets of a whole request, with a body that isn't too long.
    package init(_ request: Request) {
        self.init(request, body: request.body?.data.flatMap { $0.count <= Self.longestBody ? $0 : nil })
    }

    private init(_ request: Request, body: Data?) {
        (headerFields, url, self.body) = (request.headerFields, request.url, body)
        own = request.options.isEmpty ? nil : request[RequestSecrets.self]
    }

    /// Creates the secrets of a request's head, without the body; nil if the request has neither secret fields nor
    /// secret names of its own.
    package init?(headOf request: Request) {
        guard
            request.headerFields.fields.contains(where: { Redaction.standard.hides($0.name) })
                || !request.options.isEmpty && request[RequestSecrets.self] != RequestSecrets.defaultValue
        else { return nil }
        self.init(request, body: nil)
    }

    @usableFromInline package var customMirror: Mirror { Mirror(self, children: []) }

    /// The maximum size of a body that is searched, in bytes.
    private static let longestBody = 16_384
}

extension Response {
    /// Returns the response as the answer to a request: printing it hides the request's secrets.
    package func answering(_ request: Request) -> Response {
        var response = self
        if response.url == nil { response.url = request.url }
        if let sent = SentSecrets(headOf: request) { response.sent = sent }
        return response
    }

    /// The redaction that hides the response's secrets: the standard names, and what the request sent.
    package var redaction: Redaction { .standard.hiding(sent) }
}
