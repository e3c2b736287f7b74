extension RequestChanging {
    /// The same, sent without the credentials or the signature that a policy would add: for signing in, and for what is
    /// public at an origin whose other resources are not. A field that the request has itself is sent.
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
