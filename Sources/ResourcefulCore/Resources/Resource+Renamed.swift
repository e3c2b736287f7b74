// Names that people try first: the compiler suggests the right one.
extension Resource {
    /// The header fields are called ``headerFields``.
    @available(*, unavailable, renamed: "headerFields")
    public var headers: HeaderFields {
        get { headerFields }
        set { headerFields = newValue }
    }

    /// The header fields are called `headerFields`.
    @available(*, unavailable, renamed: "init(url:method:headerFields:body:parse:)")
    public init(
        url: URL, method: Request.Method = .get, headers: HeaderFields, body: Body? = nil,
        parse: @escaping @Sendable (Data) throws -> Value
    ) {
        self.init(url: url, method: method, headerFields: headers, body: body, parse: parse)
    }
}

extension Resource where Value: Decodable & Sendable {
    /// The header fields are called `headerFields`.
    @available(*, unavailable, renamed: "init(json:method:headerFields:body:at:decoder:)")
    public init(
        json url: URL, method: Request.Method = .get, headers: HeaderFields, body: Body? = nil,
        at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) {
        self.init(json: url, method: method, headerFields: headers, body: body, at: path, decoder: decoder)
    }
}
