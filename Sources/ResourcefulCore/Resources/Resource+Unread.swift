// Resources that people describe without saying how they are read. None of them can be called: the compiler says how.
extension Resource where Value: Decodable & Sendable {
    /// Unavailable: `json` decodes the value.
    @available(*, unavailable, message: "say that the value is decoded from JSON: Resource<…>(json: \"…\")")
    @_disfavoredOverload
    public init(
        _ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil
    ) {
        self.init(json: template, variables)
    }

    /// Unavailable: the type of the value is a parameter of the type.
    @available(*, unavailable, message: "write the type first: Resource<Episode>(json: \"…\")")
    @_disfavoredOverload
    public init(
        json template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:], as type: Value.Type
    ) {
        self.init(json: template, variables)
    }
}

extension Resource where Value == String {
    /// Unavailable: `text` decodes the value.
    @available(*, unavailable, message: "write Resource<String>(text: Request(\"…\"))")
    @_disfavoredOverload
    public init(_ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:]) {
        self.init(text: Request(template, variables))
    }
}

extension Resource {
    /// Unavailable: statuses are validated by default.
    @available(*, unavailable, message: "200 to 299 is a success unless you write .validating(…)")
    public func validate() -> Resource { self }

    /// Unavailable: statuses are validated by default.
    @available(*, unavailable, message: "200 to 299 is a success unless you write .validating(…)")
    public func validate(_ statuses: Range<Int>) -> Resource { self }
}

extension Loadable {
    /// Unavailable: a description doesn't load itself.
    @available(*, unavailable, message: "write try await webservice.load(resource)")
    public func load() throws -> Value { throw CancellationError() }
}
