/// The origins that credentials are sent to, usually one. A policy that adds credentials asks it about each request,
/// also after a redirect:
///
///     let scope = CredentialScope(api)
///     let tickets = Policy(named: "tickets: for \(scope)", role: .credentials) { request, next in
///         guard try scope.covers(request) else { return next(request) }
///         return next(request.header("Authorization", "Ticket \(ticket)"))
///     }
public struct CredentialScope: Sendable {
    /// The origin of the first URL; nil if that has none.
    public let origin: Origin?
    /// The further origins; nil for a URL that has none.
    private let others: [Origin?]
    /// The field that has the credentials; nil for none.
    let field: HeaderFields.Name?

    /// The name of the store's entry.
    let entryName: String

    /// Creates a scope.
    ///
    /// - Parameters:
    ///   - url: Any URL of the origin.
    ///   - others: Any URLs of further origins that receive the same credentials.
    ///   - field: The field that has the credentials. A request that has it already keeps it. Nil for no field.
    public init(_ url: URL, also others: [URL] = [], bringing field: HeaderFields.Name? = "Authorization") {
        origin = Origin(url)
        self.others = others.map { Origin($0) }
        self.field = field
        entryName = "credentials \(origin.map { "\($0)" } ?? "nowhere")"
    }

    /// Whether to add credentials to a request: it goes to one of the origins, has no credentials of its own, and isn't
    /// ``RequestChanging/unauthenticated()``.
    ///
    /// - Throws: ``LoadError`` at the request stage if a URL of the scope has no origin.
    public func covers(_ request: Request) throws(LoadError) -> Bool {
        guard hasOrigins else {
            throw LoadError(stage: .request, request: request, underlyingError: Self.noOrigin)
        }
        if let field, request.headerFields.contains(field) { return false }
        // If the request's own field can't be sent, the load fails. No other credentials replace it.
        if let field, request.headerFields.rejected.contains(where: { $0.name == field }) { return false }
        if request.isUnauthenticated { return false }
        return contains(request.url)
    }

    private var hasOrigins: Bool { origin != nil && !others.contains(nil) }

    private func contains(_ url: URL) -> Bool {
        let found = Origin(url)
        return found == origin || !others.isEmpty && others.contains(found)
    }

    /// Returns the traits of a policy whose credentials always belong to the same user.
    package func traits(_ name: String, ofUser user: String) -> PolicyTraits {
        let digest = Hexadecimal.text(of: SHA256.digest(of: user.utf8).prefix(8))
        var traits = PolicyTraits(.credentials, "\(name): for \(self)")
        traits.user = { request in .value((try? covers(request)) == true ? digest : nil) }
        traits.rule = self
        return traits
    }

    /// Whether the response is from one of the origins, and not from another one that they redirected to.
    public func hasAnswered(_ response: Response) -> Bool { response.url.map(contains) ?? true }

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

extension CredentialScope: ExplainedRule, CustomStringConvertible {
    /// The origins as text.
    public var description: String {
        ([origin] + others).map { origin in origin.map { "\($0)" } ?? "nowhere" }.joined(separator: " and ")
    }

    /// Returns the reason why no credentials are added to a request; nil if they are.
    public func objection(to request: Request) -> String? {
        guard hasOrigins else { return "its URL has no origin" }
        if let field, request.headerFields.contains(field) { return "the request has its own \(field) field" }
        if request.isUnauthenticated { return "the request is unauthenticated" }
        return (try? covers(request)) == true ? nil : "they are for \(self)"
    }

    /// Returns what a policy with fixed credentials would do to a request.
    public func remarks(on request: Request) -> Plan<PolicyRemarks> {
        .value("\(objection(to: request).map { "not sent: \($0)" } ?? "sent to \(self)")")
    }
}
