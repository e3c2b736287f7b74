#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Resource where Value == Data {
    /// A resource whose value is the body as it came.
    public init(url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil) {
        self.init(Request(url: url, method: method, headerFields: headerFields, body: body))
    }

    /// A resource whose value is the body as it came.
    public init(_ request: Request) {
        self.init(request) { $0.body }
    }

    /// A resource whose value is the bytes of an image; a response that says to be anything else is refused.
    ///
    /// - Parameters:
    ///   - request: What is sent: a ``Request``, or a URL.
    ///   - mediaTypes: What is asked for and accepted.
    public init(image request: some RequestConvertible, mediaTypes: [MediaType] = ["image/*"]) {
        self.init(request.asRequest.changingRequests { $0.headerFields.accept = mediaTypes })
    }
}

extension Resource where Value == Void {
    /// A resource of which only success counts; what the body holds, if anything, is not looked at.
    @_disfavoredOverload
    public init(url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil) {
        self.init(Request(url: url, method: method, headerFields: headerFields, body: body))
    }

    /// A resource of which only success counts; what the body holds, if anything, is not looked at.
    @_disfavoredOverload
    public init(_ request: Request) {
        self.init(request) { _ in }
        self = takingEnvelope(true)
    }
}
