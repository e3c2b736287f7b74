#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Resource where Value == Data {
    /// Creates a resource whose value is the unchanged body.
    public init(url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil) {
        self.init(Request(url: url, method: method, headerFields: headerFields, body: body))
    }

    /// Creates a resource whose value is the unchanged body.
    public init(_ request: Request) {
        self.init(request) { $0.body }
    }

    /// Creates a resource whose value is the bytes of an image. A response with another media type is refused.
    ///
    /// - Parameters:
    ///   - request: The ``Request`` or URL.
    ///   - mediaTypes: The media types to ask for and accept.
    public init(image request: some RequestConvertible, mediaTypes: [MediaType] = ["image/*"]) {
        self.init(request.asRequest.changingRequests { $0.headerFields.accept = mediaTypes })
    }
}

extension Resource where Value == Void {
    /// Creates a resource that only checks for success. It ignores the body, except for the envelope of its service.
    @_disfavoredOverload
    public init(url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil) {
        self.init(Request(url: url, method: method, headerFields: headerFields, body: body))
    }

    /// Creates a resource that only checks for success. It ignores the body, except for the envelope of its service.
    @_disfavoredOverload
    public init(_ request: Request) {
        self.init(request) { _ in }
        self = takingEnvelope(true)
    }
}
