/// The one origin that credentials are sent to.
struct CredentialScope: Sendable {
    /// The origin; nil if the given URL has none.
    let origin: Origin?

    /// The name of the store's entry.
    let entryName: String

    init(_ url: URL) {
        origin = Origin(url)
        entryName = "credentials \(origin.map { "\($0)" } ?? "nowhere")"
    }

    /// Whether to add credentials to a request: it goes to the origin and has no credentials of its own.
    ///
    /// - Throws: ``LoadError`` at the request stage if the scope has no origin.
    func covers(_ request: Request, bringing name: HeaderFields.Name? = "Authorization") throws(LoadError) -> Bool {
        guard let origin else {
            throw LoadError(stage: .request, request: request, underlyingError: Self.noOrigin)
        }
        if let name, request.headerFields.contains(name) { return false }
        // If the request's own field can't be sent, the load fails. No other credentials replace it.
        if let name, request.headerFields.rejected.contains(where: { $0.name == name }) { return false }
        if request.isUnauthenticated { return false }
        return Origin(request.url) == origin
    }

    /// Returns the traits of a policy whose credentials always belong to the same user.
    func traits(
        _ name: String, ofUser user: String, bringing field: HeaderFields.Name? = "Authorization"
    ) -> PolicyTraits {
        let digest = Hexadecimal.text(of: SHA256.digest(of: user.utf8).prefix(8))
        var traits = PolicyTraits(.credentials, "\(name): for \(text)")
        traits.user = { request in .value((try? covers(request, bringing: field)) == true ? digest : nil) }
        traits.remarks = { request in remarks(on: request) }
        return traits
    }

    /// Whether the response is from the origin itself, and not from one that it redirected to.
    func hasAnswered(_ response: Response) -> Bool { response.url.map { Origin($0) == origin } ?? true }

    /// The origin as text.
    var text: String { origin.map { "\($0)" } ?? "nowhere" }

    static let noOrigin = RequestError("credentials need an http or https URL, but were given another one")
}

extension Request {
    /// Returns a copy with credentials in its `Authorization` field.
    func authorized(_ credentials: String) -> Request {
        var request = self
        request.headerFields["Authorization"] = credentials
        return request
    }
}
