/// The attributes that spans have only if you ask for them.
///
///     var options = SpanOptions()
///     options.requestFields = ["X-Request-ID"]
///     options.hasUserAgent = true
public struct SpanOptions: Hashable, Sendable {
    /// The request fields to include as `http.request.header.<name>`. Values of secret fields are replaced.
    public var requestFields: Set<HeaderFields.Name>
    /// The response fields to include as `http.response.header.<name>`. Values of secret fields are replaced.
    public var responseFields: Set<HeaderFields.Name>
    /// Whether to include the request's own `User-Agent` field as `user_agent.original`.
    public var hasUserAgent: Bool
    /// Whether to include the scheme of the URL as `url.scheme`.
    public var hasScheme: Bool
    /// Whether to include the sizes of the bodies in bytes, as far as they are known, as `http.request.body.size` and
    /// `http.response.body.size`. OpenTelemetry can still change these names.
    public var hasBodySizes: Bool

    /// Creates options.
    public init(
        requestFields: Set<HeaderFields.Name> = [], responseFields: Set<HeaderFields.Name> = [],
        hasUserAgent: Bool = false, hasScheme: Bool = false, hasBodySizes: Bool = false
    ) {
        self.requestFields = requestFields
        self.responseFields = responseFields
        self.hasUserAgent = hasUserAgent
        self.hasScheme = hasScheme
        self.hasBodySizes = hasBodySizes
    }
}
