/// The one origin that credentials are sent to.
package struct CredentialScope: Sendable {
    /// The origin; nil if the given URL has none.
    package let origin: Origin?
    /// The field that has the credentials; nil for none.
    let field: HeaderFields.Name?

    /// The name of the store's entry.
    let entryName: String

    package init(_ url: URL, bringing field: HeaderFields.Name? = "Authorization") {
        origin = Origin(url)
        self.field = field
        entryName = "credentials \(origin.map { "\($0)" } ?? "nowhere")"
    }

    /// Whether to add credentials to a request: it goes to the origin and has no credentials of its own.
    ///
    /// - Throws: ``LoadError`` at the request stage if the scope has no origin.
    package func covers(_ request: Request) throws(LoadError) -> Bool {
        guard let origin else {
            throw LoadError(stage: .request, request: request, underlyingError: Self.noOrigin)
        }
        if let field, request.headerFields.contains(field) { return false }
        // If the request's own field can't be sent, the load fails. No other credentials replace it.
        if let field, request.headerFields.rejected.contains(where: { $0.name == field }) { return false }
        if request.isUnauthenticated { return false }
        return Origin(request.url) == origin
    }

    /// Returns the traits of a policy whose credentials always belong to the same user.
    package func traits(_ name: String, ofUser user: String) -> PolicyTraits {
        let digest = Hexadecimal.text(of: SHA256.digest(of: user.utf8).prefix(8))
        var traits = PolicyTraits(.credentials, "\(name): for \(text)")
        traits.user = { request in .value((try? covers(request)) == true ? digest : nil) }
        traits.rule = self
        return traits
    }

    /// Whether the response is from the origin itself, and not from one that it redirected to.
    package func hasAnswered(_ response: Response) -> Bool { response.url.map { Origin($0) == origin } ?? true }

    /// The origin as text.
    package var text: String { origin.map { "\($0)" } ?? "nowhere" }

    static let noOrigin = RequestError("credentials need an http or https URL, but were given another one")
}

extension Request {
    /// Returns a copy with credentials in its `Authorization` field.
    package func authorized(_ credentials: String) -> Request {
        var request = self
        request.headerFields["Authorization"] = credentials
        return request
    }
}

extension CredentialScope: ExplainedRule {
    /// Returns the reason why no credentials are added to a request; nil if they are.
    package func objection(to request: Request) -> String? {
        guard origin != nil else { return "its URL has no origin" }
        if let field, request.headerFields.contains(field) { return "the request has its own \(field) field" }
        if request.isUnauthenticated { return "the request is unauthenticated" }
        return (try? covers(request)) == true ? nil : "they are for \(text)"
    }

    /// Returns what a policy with fixed credentials would do to a request.
    package func remarks(on request: Request) -> Plan<PolicyRemarks> {
        .value("\(objection(to: request).map { "not sent: \($0)" } ?? "sent to \(text)")")
    }
}
