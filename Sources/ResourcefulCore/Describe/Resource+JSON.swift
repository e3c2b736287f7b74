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
        self.init(url: url, method: method, headerFields: headerFields, body: body) { data in
            try JSON(parsing: data)[at: path].decode(decoder: decoder)
        }
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
        self.init(url: url, method: method, headerFields: headerFields, body: body) { data in
            guard path.isEmpty else { return try JSON(parsing: data)[at: path].decode(decoder: decoder) }
            return try decoder.decode(Value.self, from: data)
        }
    }
}
