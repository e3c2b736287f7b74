// What other libraries configure in their clients. None of these can be called: the compiler says where it belongs.
extension Webservice {
    /// Unavailable: header fields for all requests are a policy.
    @available(*, unavailable, message: "write policies: [.headerFields([\"Accept\": \"text/plain\"])]")
    @_disfavoredOverload
    public init(baseURL: URL, headers: HeaderFields, policies: [Policy] = []) { self.init(baseURL: baseURL) }

    /// Unavailable: a timeout belongs to a request, or to the transport.
    @available(*, unavailable, message: "write policies: [.changing { $0.timeout = $0.timeout ?? .seconds(10) }]")
    @_disfavoredOverload
    public init(baseURL: URL, timeout: Duration, policies: [Policy] = []) { self.init(baseURL: baseURL) }

    /// Unavailable: an interceptor is a policy.
    @available(*, unavailable, renamed: "init(baseURL:policies:)")
    @_disfavoredOverload
    public init(baseURL: URL, interceptors: [Policy]) { self.init(baseURL: baseURL) }

    /// Unavailable: a decoder belongs to a resource.
    @available(*, unavailable, message: "write Resource<Episode>(json: \"…\", decoder: decoder)")
    @_disfavoredOverload
    public init<Decoder>(baseURL: URL, decoder: Decoder, policies: [Policy] = []) { self.init(baseURL: baseURL) }
}
