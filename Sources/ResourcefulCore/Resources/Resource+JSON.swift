#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Resource where Value: Decodable & Sendable {
    /// A resource whose body is JSON, decoded as the value.
    ///
    /// When it is sent, it asks for JSON (`Accept: application/json`), unless the request, a plan around it or the
    /// service says what is accepted.
    ///
    /// - Parameters:
    ///   - url: The target.
    ///   - method: What is asked of it.
    ///   - headerFields: The fields that are sent.
    ///   - body: The content that is sent.
    ///   - path: Where in the document the value stands; the document itself unless told otherwise.
    ///   - decoder: How dates, data and keys are written.
    public init(
        json url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(json: request, at: path, decoder: decoder)
    }

    /// A resource whose body is JSON, decoded as the value, at the URL that a template becomes (RFC 6570).
    ///
    ///     Resource<[Repository]>(json: "orgs/{org}/repos{?page}", ["org": name, "page": page])
    ///
    /// The template is a literal, without interpolation: so no value can be more than a value. It is in the base of
    /// the Webservice, unless it begins with a scheme. One that is malformed fails the load at the request stage.
    ///
    /// - Parameters:
    ///   - template: The target.
    ///   - variables: What stands in the template's expressions; nil leaves one out.
    ///   - method: What is asked of it.
    ///   - headerFields: The fields that are sent.
    ///   - body: The content that is sent.
    ///   - path: Where in the document the value stands; the document itself unless told otherwise.
    ///   - decoder: How dates, data and keys are written.
    public init(
        json template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil, at path: JSONPath = [],
        decoder: JSON.Decoder = JSON.Decoder()
    ) {
        var request = Request(template, variables)
        (request.method, request.headerFields, request.body) = (method, headerFields, body)
        self.init(json: request, at: path, decoder: decoder)
    }

    /// A resource whose body is JSON, decoded as the value, for a request made elsewhere: from a template, say.
    ///
    /// - Parameters:
    ///   - request: What is sent.
    ///   - path: Where in the document the value stands; the document itself unless told otherwise.
    ///   - decoder: How dates, data and keys are written.
    public init(json request: Request, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()) {
        let reading = Reading(
            json: { try $0[at: path].decode(Value.self, decoder: decoder) }, empty: { Nothing.value(of: Value.self) })
        self.init(request, reading: reading)
    }

    /// A resource whose body is JSON, decoded as the value, for an endpoint of an enumeration: see
    /// ``RequestConvertible``.
    ///
    /// - Parameters:
    ///   - endpoint: What is sent.
    ///   - path: Where in the document the value stands; the document itself unless told otherwise.
    ///   - decoder: How dates, data and keys are written.
    public init(
        json endpoint: some RequestConvertible, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) {
        self.init(json: endpoint.asRequest, at: path, decoder: decoder)
    }

    /// A resource whose body is JSON, decoded as the value by Foundation's decoder, at the URL that a template becomes.
    public init(
        json template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil, at path: JSONPath = [],
        decoder: JSONDecoder
    ) {
        var request = Request(template, variables)
        (request.method, request.headerFields, request.body) = (method, headerFields, body)
        self.init(json: request, at: path, decoder: decoder)
    }

    /// A resource whose body is JSON, decoded as the value by Foundation's decoder.
    ///
    /// Accept is sent as for ``init(json:method:headerFields:body:at:decoder:)``.
    ///
    /// - Parameters:
    ///   - url: The target.
    ///   - method: What is asked of it.
    ///   - headerFields: The fields that are sent.
    ///   - body: The content that is sent.
    ///   - path: Where in the document the value stands; the document itself unless told otherwise.
    ///   - decoder: Foundation's decoder.
    public init(
        json url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        at path: JSONPath = [], decoder: JSONDecoder
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(json: request, at: path, decoder: decoder)
    }

    /// A resource whose body is JSON, decoded as the value by Foundation's decoder, for a request made elsewhere.
    public init(json request: Request, at path: JSONPath = [], decoder: JSONDecoder) {
        self.init(request) { response in
            if response.body.isBlank, let value = Nothing.value(of: Value.self) { return value }
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
