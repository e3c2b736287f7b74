extension RequestChanging {
    /// Returns a copy to which policies add no credentials and no signature. Use it to sign in, and for public
    /// resources of an origin that requires credentials elsewhere. The request keeps its own fields.
    public func unauthenticated() -> Self { option(Unauthenticated.self, true) }
}

extension Request {
    /// Whether policies add no credentials and no signature: see ``RequestChanging/unauthenticated()``.
    public var isUnauthenticated: Bool { hasOptions && self[Unauthenticated.self] }
}

/// Whether policies add no credentials and no signature.
enum Unauthenticated: RequestOption {
    static let defaultValue = false
}
