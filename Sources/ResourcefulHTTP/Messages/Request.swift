/// An HTTP request as a value: you can build, compare and print it without sending anything.
///
/// A copy costs a reference; a change costs a small allocation.
///
///     let request = Request("episodes/{id}/comments", ["id": 7])
///         .posting(["text": "Thank you!"])
///         .query("notify", "author")
///         .timeout(.seconds(10))
///     print(request)  // POST episodes/7/comments?notify=author
public struct Request: Hashable, Sendable {
    @usableFromInline struct Parts: Hashable, Sendable {
        @usableFromInline var method: Method
        @usableFromInline var url: URL
        @usableFromInline var headerFields: HeaderFields
        @usableFromInline var body: Body?
        @usableFromInline var timeout: Duration?
        @usableFromInline var rejected: [RequestError] = []
        @usableFromInline var options = RequestOptions()
        @usableFromInline var known = LoadNotes()
    }

    /// A request is passed on many times and changed once or never, so it is one word in size.
    @usableFromInline var parts: Shared<Parts>

    /// The request method.
    public var method: Method {
        @inlinable _read { yield parts.content.method }
        set { parts.content.method = newValue }
    }

    /// The target URL. A relative URL is resolved inside the Webservice's base URL.
    ///
    /// Before policies see it, the segments `.` and `..` are removed from its path (RFC 3986, section 5.2.4).
    /// Everything else is sent byte for byte, also `%2E%2E`, which a service may need that has names with dots.
    public var url: URL {
        @inlinable _read { yield parts.content.url }
        set { parts.content.url = newValue }
    }

    /// The header fields to send, in addition to those that the transport adds.
    public var headerFields: HeaderFields {
        @inlinable _read { yield parts.content.headerFields }
        set { parts.content.headerFields = newValue }
    }

    /// The content, if any. Content-Type and Content-Length are derived from it.
    public var body: Body? {
        @inlinable _read { yield parts.content.body }
        set { parts.content.body = newValue }
    }

    /// The maximum duration of one exchange, from when the transport receives the request until the end of the
    /// response; nil leaves it to the transport.
    ///
    /// Time that the request spends waiting in the transport counts. Time before that, such as under
    /// ``Policy/limit(atOnce:)``, doesn't.
    public var timeout: Duration? {
        @inlinable get { parts.content.timeout }
        set { parts.content.timeout = newValue }
    }

    /// The reasons why parts of the request are invalid, such as a malformed template or a query that can't be encoded.
    /// A request with any of these is never sent: the load fails at the request stage with the first one.
    public internal(set) var rejected: [RequestError] {
        @inlinable _read { yield parts.content.rejected }
        set { parts.content.rejected = newValue }
    }

    @usableFromInline package var options: RequestOptions {
        @inlinable _read { yield parts.content.options }
        set { parts.content.options = newValue }
    }

    /// The resource whose request this is: it judges the response. Ignored by equality.
    package var judge: (any ResponseReader)? {
        @inlinable get { parts.content.known.judge }
        set { parts.content.known.judge = newValue }
    }

    /// The user for whom the request is made, if a cache needs to know. Ignored by equality.
    package var user: (any RequestNote)? {
        @inlinable get { parts.content.known.user }
        set { parts.content.known.user = newValue }
    }

    /// The URL at which the load began, if redirects led to other origins. Ignored by equality.
    public package(set) var firstURL: URL? {
        @inlinable get { parts.content.known.firstURL }
        set { parts.content.known.firstURL = newValue }
    }

    /// The number of times that the load sent this request before: because of redirects, 401 responses and retries. Set
    /// when a Webservice sends the request. Ignored by equality.
    public package(set) var resendCount: Int {
        @inlinable get { parts.content.known.resendCount }
        set { parts.content.known.resendCount = newValue }
    }

    /// Whether a redirect in the response is followed, so that its content isn't needed. Ignored by equality.
    package var followsRedirects: Bool {
        @inlinable get { parts.content.known.followsRedirects }
        set { parts.content.known.followsRedirects = newValue }
    }

    /// Creates a request for a URL.
    public init(
        url: URL, method: Method = .get, headerFields: HeaderFields = [:], body: Body? = nil, timeout: Duration? = nil
    ) {
        parts = Shared(Parts(method: method, url: url, headerFields: headerFields, body: body, timeout: timeout))
    }
}

extension Request: CustomStringConvertible, CustomReflectable {
    /// The method and URL, with secrets replaced (see ``Redaction``).
    public var description: String { "\(method) \(Redaction.standard.including(secretsOf: self).redacted(url))" }

    /// The parts for a debugger or `dump`, with secrets replaced.
    public var customMirror: Mirror {
        let shown = Redaction.standard.redacted(self)
        var children: [(label: String?, value: Any)] = [
            ("method", method), ("url", Redaction.standard.including(secretsOf: self).redacted(url)),
            ("headerFields", shown.headerFields),
        ]
        if let body { children.append(("body", body)) }
        if let timeout { children.append(("timeout", timeout)) }
        if !rejected.isEmpty { children.append(("rejected", rejected)) }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
