/// The span of one exchange, named as OpenTelemetry's semantic conventions for HTTP clients do. Its kind is client.
///
/// There is one for each request that a transport sends: for each attempt, hop and repeat. Secrets are replaced.
///
///     var span = ClientSpan(sending: Request(url: api), at: Date())
///     span.end(with: Response(status: 404), after: .milliseconds(80))
///     print(span.name, span.status, span.attributes["error.type"] ?? "")  // GET error 404
///
/// You receive spans from an observer, `LoadObserver.spans`. Create them yourself to connect a tracing system.
public struct ClientSpan: Hashable, Sendable {
    /// The result of a span.
    public enum Status: String, Hashable, Sendable {
        /// There was no error. Conventions leave it open whether the exchange was successful.
        case unset
        /// The exchange failed and wasn't canceled, or the status of the response is 400 or higher.
        case error
    }

    /// The name, which has few values: the method, and the URL's template if the request has one.
    public let name: String
    /// The trace and the identifier of the span, as they were sent in `traceparent`; nil if the request had none.
    public let context: TraceContext?
    /// The parent in the trace; nil if the trace begins with the request, or isn't known.
    public let parentID: SpanID?
    /// The time at which the request was handed to the transport.
    public let start: Date
    /// The time from ``start`` to the end of the response, or to its head if the body is read as a stream; nil until
    /// the span ends.
    public private(set) var duration: Duration?
    /// The result.
    public private(set) var status = Status.unset
    /// The attributes by name. They have no secrets.
    public var attributes: [String: SpanValue]
    /// The attributes that were asked for.
    private let options: SpanOptions

    /// Creates the span of a request that is being sent, with its secrets replaced.
    ///
    /// Its `traceparent` field has the trace.
    public init(sending request: Request, at start: Date, including options: SpanOptions = SpanOptions()) {
        let method = request.method.isWellKnown ? request.method.rawValue : nil
        let template = request.urlTemplate
        name = Self.name(of: request)
        context = TraceContext(request.headerFields)
        parentID = request.begunTrace?.parentID
        self.start = start
        self.options = options
        attributes = Self.attributes(of: request, options)
        attributes["http.request.method"] = .string(method ?? "_OTHER")
        if method == nil { attributes["http.request.method_original"] = .string(request.method.rawValue) }
        attributes["url.template"] = template.map { .string($0) }
        if request.resendCount > 0 { attributes["http.request.resend_count"] = .int(request.resendCount) }
    }

    /// Returns the name of the span of a request: it is known before the span, and costs less.
    public static func name(of request: Request) -> String {
        let method = request.method.isWellKnown ? request.method.rawValue : "HTTP"
        return request.urlTemplate.map { "\(method) \($0)" } ?? method
    }

    /// The usual secrets, and a name that conventions ask to hide.
    private static let redaction = Redaction.standard.adding(parameters: ["AWSAccessKeyId"])

    /// The attributes of a request without secrets, except for its method.
    private static func attributes(of request: Request, _ options: SpanOptions) -> [String: SpanValue] {
        let redaction = redaction.including(secretsOf: request)
        var attributes = [String: SpanValue](minimumCapacity: 10)
        attributes["url.full"] = .string(redaction.redacted(request.url))
        if let origin = Origin(request.url) {
            attributes["server.address"] = .string(origin.host)
            attributes["server.port"] = .int(origin.port)
            if options.hasScheme { attributes["url.scheme"] = .string(origin.scheme) }
        }
        if options.hasBodySizes, let body = request.body?.data {
            attributes["http.request.body.size"] = .int(body.count)
        }
        guard options.hasUserAgent || !options.requestFields.isEmpty else { return attributes }
        let fields = redaction.redacted(request.headerFields)
        if options.hasUserAgent { attributes["user_agent.original"] = fields["User-Agent"].map { .string($0) } }
        return attributes.merging(named("request", fields, options.requestFields)) { first, _ in first }
    }

    private static func named(
        _ message: String, _ fields: HeaderFields, _ names: Set<HeaderFields.Name>
    ) -> [String: SpanValue] {
        var attributes: [String: SpanValue] = [:]
        for name in names where fields.contains(name) {
            attributes["http.\(message).header.\(name.rawName.lowercased())"] = .strings(fields.values(of: name))
        }
        return attributes
    }

    /// Ends the span with a response. A status of 400 or higher is an error.
    public mutating func end(with response: Response, after duration: Duration) {
        self.duration = duration
        attributes["http.response.status_code"] = .int(response.status.code)
        if response.status.code >= 400 {
            status = .error
            attributes["error.type"] = .string("\(response.status.code)")
        }
        attributes["network.protocol.version"] = response.metrics?.httpVersion.flatMap(Self.version)
        if options.hasBodySizes {
            let size = response.metrics?.receivedBytes ?? response.headerFields.contentLength
            attributes["http.response.body.size"] = size.map { .int($0) }
        }
        guard !options.responseFields.isEmpty else { return }
        let fields = Self.redaction.including(response.redaction).redacted(response.headerFields)
        attributes.merge(Self.named("response", fields, options.responseFields)) { _, last in last }
    }

    /// The version without the name of the protocol: `1.1`, `2`.
    private static func version(of text: String) -> SpanValue? {
        guard text.hasPrefix("HTTP/") else { return nil }
        return .string(String(text.dropFirst(5)))
    }

    /// Ends the span of an exchange that failed, with the type of the error (`LoadEvent.errorType(of:)`).
    ///
    /// The status of one that was canceled, such as a hedge that lost, stays ``Status/unset``: its type tells.
    public mutating func end(withErrorType type: String, after duration: Duration) {
        self.duration = duration
        if type != "\(CancellationError.self)" { status = .error }
        attributes["error.type"] = .string(type)
    }
}

extension Request.Method {
    /// Whether conventions name the method: a method of RFC 9110, PATCH (RFC 5789) or QUERY.
    fileprivate var isWellKnown: Bool {
        switch rawValue {
        case "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY": true
        default: false
        }
    }
}

extension ClientSpan: CustomStringConvertible {
    /// The name, and one line for each attribute, sorted by name. Without secrets.
    public var description: String {
        let lines = attributes.sorted { $0.key < $1.key }.map { "\n  \($0.key) = \($0.value)" }
        return "\(name) (client, \(status.rawValue))" + lines.joined()
    }
}
