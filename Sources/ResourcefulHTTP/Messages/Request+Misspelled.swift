// Names that people often type first: the compiler suggests the right ones. None of these can be called.
extension RequestChanging {
    /// Unavailable: set one field at a time.
    @available(*, unavailable, message: "write .header(\"Accept\", \"text/plain\") for each field")
    public func headers(_ headerFields: HeaderFields) -> Self { self }

    /// Unavailable: set one field at a time.
    @available(*, unavailable, message: "write .header(\"Accept\", \"text/plain\") for each field")
    public func headerFields(_ headerFields: HeaderFields) -> Self { self }
}

extension Request {
    /// Unavailable: a template doesn't accept values of every type.
    @available(
        *, unavailable, message: "a value in a template is text, a number, a UUID, a list or an optional of these"
    )
    @_disfavoredOverload
    public init(_ template: StaticString, _ variables: [String: Any]) { self.init(template) }
}
