// What people type first and is written otherwise here: the compiler says how. Nothing of it can be called.
extension RequestChanging {
    /// One field at a time.
    @available(*, unavailable, message: "write .header(\"Accept\", \"text/plain\") for each field")
    public func headers(_ headerFields: HeaderFields) -> Self { self }

    /// One field at a time.
    @available(*, unavailable, message: "write .header(\"Accept\", \"text/plain\") for each field")
    public func headerFields(_ headerFields: HeaderFields) -> Self { self }
}

extension Request {
    /// A template does not take every value.
    @available(
        *, unavailable, message: "a value in a template is text, a number, a UUID, a list or an optional of these"
    )
    @_disfavoredOverload
    public init(_ template: StaticString, _ variables: [String: Any]) { self.init(template) }
}
