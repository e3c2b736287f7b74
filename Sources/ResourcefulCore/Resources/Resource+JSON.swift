#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Resource where Value: Decodable & Sendable {
    /// A resource whose body is JSON, decoded as the value.
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

    /// A resource whose body is JSON, decoded as the value by Foundation's decoder.
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
        self.init(request) { response in
            if response.body.isBlank, let value = Nothing.value(of: Value.self) { return value }
            guard path.isEmpty else { return try response.json()[at: path].decode(decoder: decoder) }
            return try decoder.decode(Value.self, from: response.body)
        }
    }
}
