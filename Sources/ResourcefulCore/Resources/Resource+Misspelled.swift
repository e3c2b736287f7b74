// Spellings that people try first. None of them can be called: the compiler suggests the right one.
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

    /// The path is passed to `json`.
    @available(*, unavailable, renamed: "init(json:_:method:headerFields:body:at:decoder:)")
    public init(
        path template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil
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

    /// The template takes only certain types of values.
    @available(
        *, unavailable, message: "a value in a template is text, a number, a UUID, a list or an optional of these"
    )
    @_disfavoredOverload
    public init(
        json template: StaticString, _ variables: [String: Any], method: Request.Method = .get,
        headerFields: HeaderFields = [:], body: Body? = nil, at path: JSONPath = [],
        decoder: JSON.Decoder = JSON.Decoder()
    ) {
        self.init(json: template)
    }

    /// The value is decoded by `json`.
    @available(*, unavailable, renamed: "init(json:method:headerFields:body:at:decoder:)")
    @_disfavoredOverload
    public init(url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil) {
        self.init(json: url)
    }
}

extension Resource {
    /// The initializer that takes a function for untyped JSON has no label.
    @available(*, unavailable, renamed: "init(_:_:method:headerFields:body:parseJSON:)")
    @_disfavoredOverload
    public init(json template: StaticString, parseJSON: @escaping @Sendable (JSON) throws -> Value) {
        self.init(template, parseJSON: parseJSON)
    }
}

extension Loadable {
    /// The function that loads more is passed to `flatMap`.
    @available(*, unavailable, renamed: "flatMap")
    @_disfavoredOverload
    public func map<New, Following: Loadable<New>>(
        _ next: @escaping @Sendable (Value) throws -> Following
    ) -> Plan<New> {
        flatMap(next)
    }
}
