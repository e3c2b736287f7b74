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
    public init(
        json url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        at path: JSONPath = []
    ) {
        self.init(json: Request(url: url, method: method, headerFields: headerFields, body: body), at: path)
    }

    /// A resource whose body is JSON, decoded as the value, for a request made elsewhere: from a template, say.
    ///
    /// - Parameters:
    ///   - request: What is sent.
    ///   - path: Where in the document the value stands; the document itself unless told otherwise.
    public init(json request: Request, at path: JSONPath = []) {
        self.init(request) { response in
            guard path.isEmpty else { return try JSON(parsing: response.body)[at: path].decode() }
            return try JSONDecoder().decode(Value.self, from: response.body)
        }
    }
}
