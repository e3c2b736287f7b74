extension Resource where Value: Decodable & Sendable {
    /// Creates a resource that decodes its value from a JSON body.
    ///
    /// It asks for JSON (`Accept: application/json`) unless the request, a plan around it, or the service sets Accept.
    ///
    /// - Parameters:
    ///   - url: The target.
    ///   - method: The request method.
    ///   - headerFields: The header fields of the request.
    ///   - body: The content of the request.
    ///   - path: The path of the value in the document; the document itself by default.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    public init(
        json url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(json: request, at: path, decoder: decoder)
    }

    /// Creates a resource that decodes its value from a JSON body, at the URL that a template expands to (RFC 6570).
    ///
    ///     Resource<[Repository]>(json: "orgs/{org}/repos{?page}", ["org": name, "page": page])
    ///
    /// The template is a literal without interpolation, so values enter it only through its variables. It is relative
    /// to the base URL of the Webservice unless it begins with a scheme. A malformed template fails the load at the
    /// request stage.
    ///
    /// - Parameters:
    ///   - template: The target.
    ///   - variables: The values for the template's expressions; nil omits an expression.
    ///   - method: The request method.
    ///   - headerFields: The header fields of the request.
    ///   - body: The content of the request.
    ///   - path: The path of the value in the document; the document itself by default.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    public init(
        json template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil, at path: JSONPath = [],
        decoder: JSON.Decoder = JSON.Decoder()
    ) {
        var request = Request(template, variables)
        (request.method, request.headerFields, request.body) = (method, headerFields, body)
        self.init(json: request, at: path, decoder: decoder)
    }

    /// Creates a resource that decodes its value from a JSON body, for a request made elsewhere, such as from a
    /// template.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The path of the value in the document; the document itself by default.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    public init(json request: Request, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()) {
        let reading = Reading(
            json: { try $0[at: path].decode(Value.self, decoder: decoder) },
            empty: { MissingValue.value(of: Value.self) })
        self.init(request, reading: reading)
    }

    /// Creates a resource that decodes its value from a JSON body, for an endpoint of an enumeration: see
    /// ``RequestConvertible``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - path: The path of the value in the document; the document itself by default.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    public init(
        json endpoint: some RequestConvertible, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) {
        self.init(json: endpoint.asRequest, at: path, decoder: decoder)
    }

    /// Creates a resource that decodes its value from a JSON body with Foundation's decoder, at the URL that a template
    /// expands to.
    public init(
        json template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil, at path: JSONPath = [],
        decoder: JSONDecoder
    ) {
        var request = Request(template, variables)
        (request.method, request.headerFields, request.body) = (method, headerFields, body)
        self.init(json: request, at: path, decoder: decoder)
    }

    /// Creates a resource that decodes its value from a JSON body with Foundation's decoder.
    ///
    /// It sets Accept as ``init(json:method:headerFields:body:at:decoder:)`` does.
    ///
    /// - Parameters:
    ///   - url: The target.
    ///   - method: The request method.
    ///   - headerFields: The header fields of the request.
    ///   - body: The content of the request.
    ///   - path: The path of the value in the document; the document itself by default.
    ///   - decoder: Foundation's decoder.
    public init(
        json url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        at path: JSONPath = [], decoder: JSONDecoder
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(json: request, at: path, decoder: decoder)
    }

    /// Creates a resource that decodes its value from a JSON body with Foundation's decoder, for a request made
    /// elsewhere.
    public init(json request: Request, at path: JSONPath = [], decoder: JSONDecoder) {
        self.init(request) { response in
            if response.body.hasNoJSON, let value = MissingValue.value(of: Value.self) { return value }
            guard path.isEmpty else { return try response.json()[at: path].decode(decoder: decoder) }
            do {
                return try decoder.decode(Value.self, from: response.body)
            } catch let error as DecodingError where response.otherMediaType != nil {
                _ = try response.json()
                throw error
            }
        }
        self = readingJSON()
    }
}
