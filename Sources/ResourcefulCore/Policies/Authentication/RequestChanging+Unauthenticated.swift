extension RequestChanging {
    /// The same, without the credentials or the signature that a policy would add. Use it to sign in, and for public
    /// resources of an origin that needs credentials elsewhere. The request keeps its own fields.
    public func unauthenticated() -> Self { option(Unauthenticated.self, true) }
}

extension Request {
    /// Whether policies add no credentials, and no signature.
    var isUnauthenticated: Bool { hasOptions && self[Unauthenticated.self] }
}

/// Whether policies add no credentials.
enum Unauthenticated: RequestOption {
    static let defaultValue = false
}
