public import Foundation
public import HTTPTypes
public import ResourcefulLoading

extension Request {
    /// Creates a request from one of swift-http-types, whose path and query are added to those of a base URL.
    ///
    /// - Parameters:
    ///   - request: The request. Fields that Resourceful writes itself, such as `Content-Length`, are left out.
    ///   - baseURL: The URL to which the path is added; nil if the request has a scheme and an authority.
    ///   - body: The body.
    /// - Throws: ``HTTPTypesError`` if there is no URL, or a name or value isn't valid.
    public init(_ request: HTTPRequest, baseURL: URL? = nil, body: Body? = nil) throws {
        let path = request.path ?? "/"
        var text: String
        if let baseURL {
            text = baseURL.absoluteString
        } else {
            guard let scheme = request.scheme, let authority = request.authority else {
                throw HTTPTypesError("a request without a scheme or an authority needs a base URL")
            }
            text = "\(scheme)://\(authority)"
        }
        // A slash ends the host: without one, the path would continue it.
        if text.hasSuffix("/") { text.removeLast() }
        text += path.hasPrefix("/") ? path : "/\(path)"
        guard let url = URL(string: text), url.host != nil else {
            throw HTTPTypesError("\"\(path)\" is no path of a URL")
        }
        guard let method = Request.Method(rawValue: request.method.rawValue) else {
            throw HTTPTypesError("\"\(request.method.rawValue)\" is no method")
        }
        self.init(
            url: url, method: method,
            headerFields: try HeaderFields(request.headerFields) { !Self.ownFields.contains($0) }, body: body)
    }

    /// The fields that are made from the body and the URL.
    private static var ownFields: Set<String> { ["content-length", "host", "transfer-encoding"] }
}

extension HTTPRequest {
    /// Creates a request of swift-http-types. The body is separate there.
    ///
    /// - Throws: ``HTTPTypesError`` if the URL isn't absolute, or a name or value isn't valid.
    public init(_ request: Request) throws {
        guard let method = HTTPRequest.Method(request.method.rawValue) else {
            throw HTTPTypesError("\"\(request.method.rawValue)\" is no method")
        }
        guard let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true), let scheme = parts.scheme,
            let host = parts.percentEncodedHost
        else { throw HTTPTypesError("the URL isn't absolute") }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
        self.init(
            method: method, scheme: scheme, authority: host + (parts.port.map { ":\($0)" } ?? ""), path: path + query,
            headerFields: try HTTPFields(request.headerFields))
    }
}

/// A message that one of the two libraries can't express.
public struct HTTPTypesError: Error, CustomStringConvertible {
    /// The reason.
    public let description: String

    init(_ description: String) { self.description = description }
}
