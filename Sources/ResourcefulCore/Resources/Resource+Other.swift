#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Resource where Value: Decodable & Sendable {
    /// A resource whose body is a property list, XML or binary.
    public init(
        propertyList url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil
    ) {
        self.init(Request(url: url, method: method, headerFields: headerFields, body: body)) { response in
            if response.body.isEmpty, let value = Nothing.value(of: Value.self) { return value }
            do {
                return try PropertyListDecoder().decode(Value.self, from: response.body)
            } catch let error as DecodingError {
                throw ParseFailure(error, expecting: Value.self)
            }
        }
    }
}

extension Resource where Value == Query {
    /// A resource whose body is a form, `application/x-www-form-urlencoded`, as a token endpoint may answer with.
    public init(form url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil) {
        self.init(Request(url: url, method: method, headerFields: headerFields, body: body)) {
            Query(parsing: try $0.text())
        }
    }
}
