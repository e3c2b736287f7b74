#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
}

/// What was sent with a request that a server may repeat: the fields, the URL and a short body, looked through for
/// secrets by who prints the answer. It is printed itself by nobody.
@usableFromInline package struct SentSecrets: Sendable, CustomReflectable {
    let headerFields: HeaderFields
    let url: URL
    let own: Redaction?
    let body: Data?

    /// All of a request that may be repeated.
    package init(_ request: Request) {
        self.init(request, body: request.body?.data.flatMap { $0.count <= Self.longestBody ? $0 : nil })
    }

    private init(_ request: Request, body: Data?) {
        (headerFields, url, self.body) = (request.headerFields, request.url, body)
        own = request.options.isEmpty ? nil : request[RequestSecrets.self]
    }

    /// The head of a request; nil when nothing in it is secret that the request which somebody wrote did not have: what
    /// stands in its fields, and the keys that policies have put into its URL.
    package init?(headOf request: Request) {
        guard
            request.headerFields.fields.contains(where: { Redaction.standard.hides($0.name) })
                || !request.options.isEmpty && request[RequestSecrets.self] != RequestSecrets.defaultValue
        else { return nil }
        self.init(request, body: nil)
    }

    @usableFromInline package var customMirror: Mirror { Mirror(self, children: []) }

    /// Longer bodies are not looked through.
    private static let longestBody = 16_384
}

extension Response {
    /// The response, as the answer to a request: who prints it knows what it must not repeat.
    package func answering(_ request: Request) -> Response {
        var response = self
        if response.url == nil { response.url = request.url }
        if let sent = SentSecrets(headOf: request) { response.sent = sent }
        return response
    }

    /// What is secret in it: by name, and what the request has sent.
    package var redaction: Redaction { .standard.hiding(sent) }
}
