#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where credentials may go: to one origin, and nowhere else.
struct CredentialScope: Sendable {
    /// The origin; nil when the URL that was given has none.
    let origin: Origin?

    /// The name of what the store keeps.
    let entryName: String

    init(_ url: URL) {
        origin = Origin(url)
        entryName = "credentials \(origin.map { "\($0)" } ?? "nowhere")"
    }

    /// Whether a request is to have the credentials: it goes to the origin, and brings none of its own.
    ///
    /// - Throws: ``LoadError`` at the request stage when there is no origin to compare with.
    func covers(_ request: Request, bringing name: HeaderFields.Name? = "Authorization") throws(LoadError) -> Bool {
        guard let origin else {
            throw LoadError(stage: .request, request: request, underlyingError: Self.noOrigin)
        }
        if let name, request.headerFields.contains(name) { return false }
        // A field of its own that can't be sent fails the load; nobody else's takes its place.
        if let name, request.headerFields.rejected.contains(where: { $0.name == name }) { return false }
        if request.isUnauthenticated { return false }
        return Origin(request.url) == origin
    }

    /// What a policy says of whom it sends credentials: always the same one.
    func traits(_ name: String, ofUser user: String) -> PolicyTraits {
        let digest = Hexadecimal.text(of: SHA256.digest(of: user.utf8).prefix(8))
        var traits = PolicyTraits(.credentials, "\(name): for \(text)")
        traits.user = { request in .value((try? covers(request)) == true ? digest : nil) }
        return traits
    }

    /// Whether the origin itself has answered, and not one that it redirected to.
    func hasAnswered(_ response: Response) -> Bool { response.url.map { Origin($0) == origin } ?? true }

    /// The origin, for a person.
    var text: String { origin.map { "\($0)" } ?? "nowhere" }

    static let noOrigin = RequestError("credentials are for an http or https URL, and they were given another one")
}

extension Request {
    /// The same request, its credentials in the field that is for them.
    func authorized(_ credentials: String) -> Request {
        var request = self
        request.headerFields["Authorization"] = credentials
        return request
    }
}
