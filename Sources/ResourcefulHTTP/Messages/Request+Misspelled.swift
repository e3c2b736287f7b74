// Names that people often type first: the compiler suggests the right ones. None of these can be called.
extension RequestChanging {
    /// Unavailable: set one field at a time.
    @available(*, unavailable, message: "write .header(\"Accept\", \"text/plain\") for each field")
    public func headers(_ headerFields: HeaderFields) -> Self { self }

    /// Unavailable: set one field at a time.
    @available(*, unavailable, message: "write .header(\"Accept\", \"text/plain\") for each field")
    public func headerFields(_ headerFields: HeaderFields) -> Self { self }

    /// Renamed to ``header(_:_:)``.
    @available(*, unavailable, renamed: "header(_:_:)")
    public func addHeader(_ name: HeaderFields.Name, _ value: String) -> Self { self }

    /// Unavailable: a cookie that is sent once is a field.
    @available(*, unavailable, message: "write .header(\"Cookie\", \"name=value\"), or use the policy .cookies()")
    public func cookie(_ name: String, _ value: String) -> Self { self }

    /// Unavailable: a token is a header field, or belongs to a policy.
    @available(
        *, unavailable, message: "write .header(\"Authorization\", \"Bearer …\"), or use the policy .bearer(_:for:)"
    )
    public func bearer(_ token: String) -> Self { self }

    /// Unavailable: the body has any format.
    @available(*, unavailable, message: "write .method(.put).body(.json(value))")
    public func putting(_ value: some Encodable) -> Self { self }

    /// Unavailable: it is JSON that is posted.
    @available(*, unavailable, message: "posting sends a value as JSON; write .method(.post).body(…)")
    public func posting(_ body: Body) -> Self { self }
}

extension Request {
    /// Unavailable: header fields have a subscript.
    @available(*, unavailable, message: "write request.headerFields[\"X-App\"] = \"podcasts\"")
    public mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {}

    /// Unavailable: header fields have a subscript.
    @available(*, unavailable, message: "write request.headerFields[\"X-App\"] = \"podcasts\"")
    public mutating func addValue(_ value: String, forHTTPHeaderField name: String) {}

    /// Unavailable: a template doesn't accept values of every type.
    @available(
        *, unavailable, message: "a value in a template is text, a number, a UUID, a list or an optional of these"
    )
    @_disfavoredOverload
    public init(_ template: StaticString, _ variables: [String: Any]) { self.init(template) }
}
