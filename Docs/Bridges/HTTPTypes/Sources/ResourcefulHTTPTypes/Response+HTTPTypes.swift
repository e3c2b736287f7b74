public import Foundation
public import HTTPTypes
public import ResourcefulLoading

extension Response {
    /// Creates a response from one of swift-http-types and its body.
    ///
    /// - Throws: ``HTTPTypesError`` if the status, a name or a value isn't valid.
    public init(_ response: HTTPResponse, body: Data = Data(), url: URL? = nil) throws {
        guard let status = Response.Status(response.status.code) else {
            throw HTTPTypesError("\(response.status.code) is no status")
        }
        self.init(
            status: status, headerFields: try HeaderFields(response.headerFields) { _ in true }, body: body, url: url)
    }
}

extension HTTPResponse {
    /// Creates a response of swift-http-types. The body is separate there.
    ///
    /// - Throws: ``HTTPTypesError`` if a name or a value isn't valid.
    public init(_ response: Response) throws {
        self.init(
            status: HTTPResponse.Status(code: response.status.code), headerFields: try HTTPFields(response.headerFields)
        )
    }
}

extension HeaderFields {
    /// Creates fields from those of swift-http-types, in their order.
    init(_ fields: HTTPFields, where isKept: (String) -> Bool) throws {
        self.init()
        for field in fields where isKept(field.name.canonicalName) {
            guard let name = HeaderFields.Name(field.name.rawName), let own = try? HeaderFields.Field(name, field.value)
            else { throw HTTPTypesError("the field \(field.name) isn't valid") }
            append(own)
        }
    }
}

extension HTTPFields {
    /// Creates fields of swift-http-types, in their order.
    init(_ fields: HeaderFields) throws {
        self.init()
        for field in fields {
            guard let name = HTTPField.Name(field.name.rawName) else {
                throw HTTPTypesError("\"\(field.name)\" is no name of a field")
            }
            append(HTTPField(name: name, value: field.value))
        }
    }
}
