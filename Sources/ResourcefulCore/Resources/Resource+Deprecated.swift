#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Spellings of the previous version. They will be removed in the next one.
extension Resource where Value == String {
    /// Creates a resource that reads text. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        text url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        charsets: [Charset] = []
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(text: request, charsets: charsets)
    }
}

extension Resource where Value: Decodable & Sendable {
    /// Creates a resource that reads a property list. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        propertyList url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(propertyList: request)
    }
}

extension Resource where Value == Query {
    /// Creates a resource that reads a form. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        form url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(form: request)
    }
}

extension Resource {
    /// Creates a resource that reads JSON leniently. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init<Content>(
        lenientJSON url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) where Value == Lenient<Content> {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(lenientJSON: request, at: path, decoder: decoder)
    }
}
