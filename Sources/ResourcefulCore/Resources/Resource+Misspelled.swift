#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// What people type first and is written otherwise here: the compiler says how. Nothing of it can be called.
extension Resource where Value: Decodable & Sendable {
    /// Its fields are called `headerFields`.
    @available(*, unavailable, renamed: "init(json:_:method:headerFields:body:at:decoder:)")
    public init(
        json template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headers: HeaderFields, body: Body? = nil, at path: JSONPath = [],
        decoder: JSON.Decoder = JSON.Decoder()
    ) {
        self.init(json: template, variables)
    }

    /// The path goes to `json`.
    @available(*, unavailable, renamed: "init(json:_:method:headerFields:body:at:decoder:)")
    public init(
        path template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil
    ) {
        self.init(json: template, variables)
    }

    /// A template is a literal.
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

    /// A template does not take every value.
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

    /// A value is decoded by `json`.
    @available(*, unavailable, renamed: "init(json:method:headerFields:body:at:decoder:)")
    @_disfavoredOverload
    public init(url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil) {
        self.init(json: url)
    }
}

extension Resource {
    /// JSON that is read by hand has no label.
    @available(*, unavailable, renamed: "init(_:_:method:headerFields:body:parseJSON:)")
    @_disfavoredOverload
    public init(json template: StaticString, parseJSON: @escaping @Sendable (JSON) throws -> Value) {
        self.init(template, parseJSON: parseJSON)
    }
}

extension Loadable {
    /// What loads more is given to `flatMap`.
    @available(*, unavailable, renamed: "flatMap")
    @_disfavoredOverload
    public func map<New, Following: Loadable<New>>(
        _ next: @escaping @Sendable (Value) throws -> Following
    ) -> Plan<New> {
        flatMap(next)
    }
}
