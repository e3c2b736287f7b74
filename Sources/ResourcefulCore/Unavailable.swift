// What people write first. You can't use it: the compiler suggests what to write instead.
extension Resource where Value: Decodable & Sendable {
    /// The header fields are called `headerFields`.
    @available(*, unavailable, renamed: "init(json:_:method:headerFields:body:at:decoder:)")
    public init(
        json template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headers: HeaderFields, body: Body? = nil, at path: JSONPath = [],
        decoder: JSON.Decoder = JSON.Decoder()
    ) {
        self.init(json: template, variables)
    }

    /// The template has to be a literal.
    @available(
        *, unavailable, message: "a template is a literal; write \"episodes/{id}\", [\"id\": id] or URL(string: text)!"
    )
    @_disfavoredOverload
    public init(
        json text: String, _ variables: [String: any URITemplate.Expandable] = [:], method: Request.Method = .get,
        headerFields: HeaderFields = [:], body: Body? = nil, at path: JSONPath = [],
        decoder: JSON.Decoder = JSON.Decoder()
    ) {
        self.init(json: Request(template: text))
    }

    /// A query is added to the resource.
    @available(*, unavailable, message: "add it to the resource; write Resource(json: url).query(\"page\", 2)")
    public init(json place: some Any, query: [String: (any Encodable)?]) { self.init(json: Request(template: "")) }
}

extension Request {
    /// The template has to be a literal.
    @available(*, unavailable, message: "a template is a literal; write \"episodes/{id}\", [\"id\": id]")
    @_disfavoredOverload
    public init(_ text: String, _ variables: [String: any URITemplate.Expandable] = [:]) { self.init(template: text) }
}

extension Resource {
    /// Unavailable: statuses are validated by default.
    @available(*, unavailable, message: "200 to 299 is a success unless you write .validating(…)")
    public func validate() -> Resource { self }
}

extension RequestChanging {
    /// Renamed to ``retrying(_:)``.
    @available(*, unavailable, renamed: "retrying(_:)")
    public func retry(_ rule: RetryRule) -> Self { retrying(rule) }

    /// A number of retries is a rule.
    @available(*, unavailable, message: "write retrying(RetryRule(upTo: 3))")
    public func retry(_ limit: Int) -> Self { retrying(RetryRule(upTo: limit)) }

    /// A number of retries is a rule.
    @available(*, unavailable, message: "write retrying(RetryRule(upTo: 3))")
    public func retry(upTo limit: Int) -> Self { retrying(RetryRule(upTo: limit)) }

    /// A key of your own is a field.
    @available(*, unavailable, message: "write header(\"Idempotency-Key\", key), or idempotencyKey() for a new key")
    public func idempotencyKey(_ key: String) -> Self { header("Idempotency-Key", key) }
}

extension RetryRule {
    /// The parameter is called `upTo`.
    @available(*, unavailable, renamed: "init(upTo:)")
    public init(limit: Int) { self.init(upTo: limit) }
}

extension Policy {
    /// Unavailable: a token belongs to an origin.
    @available(*, unavailable, message: "say whose token it is: .bearer(\"…\", for: api)")
    @_disfavoredOverload
    public static func bearer(_ token: String) -> Policy { .none }
}
