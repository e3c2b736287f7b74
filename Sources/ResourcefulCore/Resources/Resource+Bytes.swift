extension Resource where Value == Data {
    /// Creates a resource whose value is the unchanged body, from a template.
    ///
    ///     Resource<Data>("episodes/{id}.jpg", ["id": id])
    ///
    /// - Parameters:
    ///   - template: The template of the URL (RFC 6570), which may be relative to the Webservice's base URL.
    ///   - variables: The values of the template's variables.
    ///   - method: The method.
    ///   - headerFields: The header fields.
    ///   - body: The body.
    public init(
        _ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil
    ) {
        var request = Request(template, variables)
        (request.method, request.headerFields, request.body) = (method, headerFields, body)
        self.init(request)
    }

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
    /// Creates a resource that only checks for success, from a template. It ignores the body, except for the envelope
    /// of its service.
    ///
    ///     Resource<Void>("episodes/{id}", ["id": id], method: .delete)
    ///
    /// - Parameters:
    ///   - template: The template of the URL (RFC 6570), which may be relative to the Webservice's base URL.
    ///   - variables: The values of the template's variables.
    ///   - method: The method.
    ///   - headerFields: The header fields.
    ///   - body: The body.
    @_disfavoredOverload
    public init(
        _ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil
    ) {
        var request = Request(template, variables)
        (request.method, request.headerFields, request.body) = (method, headerFields, body)
        self.init(request)
    }

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
