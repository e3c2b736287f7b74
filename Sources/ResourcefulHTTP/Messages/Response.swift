/// An HTTP response as a value.
///
/// A copy costs a reference; a change costs a small allocation.
///
///     let response = Response(
///         headerFields: ["Content-Type": "application/json"],
///         body: Data(#"{"id": 7, "title": "Plans"}"#.utf8))
///     let episode = try Episode.number(7).value(from: response)
public struct Response: Hashable, Sendable {
    @usableFromInline struct Parts: Hashable, Sendable {
        @usableFromInline var status: Status
        @usableFromInline var headerFields: HeaderFields
        @usableFromInline var body: Data
        @usableFromInline var url: URL?
        @usableFromInline var history: [Response] = []
        @usableFromInline var metrics: ExchangeMetrics?
        @usableFromInline var cacheStatus: CacheStatus?
        @usableFromInline var sentCredentials: (any RequestNote)?
        @usableFromInline var sent: SentSecrets?
        @usableFromInline var leftBody: (any LeftBody)?
        @usableFromInline var objection: (any Error)?
        @usableFromInline var remark: String?
        @usableFromInline var judgement: (any ReadResult)?

        @usableFromInline static func == (left: Parts, right: Parts) -> Bool {
            left.status == right.status && left.headerFields == right.headerFields && left.body == right.body
                && left.url == right.url && left.history == right.history
        }

        @usableFromInline func hash(into hasher: inout Hasher) {
            hasher.combine(status)
            hasher.combine(headerFields)
            hasher.combine(body)
            hasher.combine(url)
            hasher.combine(history)
        }
    }

    @usableFromInline var parts: Shared<Parts>

    /// The status code.
    public var status: Status {
        @inlinable get { parts.content.status }
        set { change { $0.status = newValue } }
    }

    /// The header fields, in the order in which they arrived.
    public var headerFields: HeaderFields {
        @inlinable _read { yield parts.content.headerFields }
        set { change { $0.headerFields = newValue } }
    }

    /// The content, after content codings such as gzip are decoded.
    public var body: Data {
        @inlinable _read { yield parts.content.body }
        set { change { $0.body = newValue } }
    }

    /// The URL that responded: the last one if there were redirects.
    public var url: URL? {
        @inlinable _read { yield parts.content.url }
        set { change { $0.url = newValue } }
    }

    /// The redirects that led to this response, in order and without their content; empty if there were none.
    public var history: [Response] {
        @inlinable _read { yield parts.content.history }
        set { change { $0.history = newValue } }
    }

    /// The metrics of the exchange, if the load is watched and the transport provides them. Ignored by equality.
    public var metrics: ExchangeMetrics? {
        @inlinable _read { yield parts.content.metrics }
        set { change { $0.metrics = newValue } }
    }

    /// The origin and age of the content, if a cache was asked. Ignored by equality.
    public var cacheStatus: CacheStatus? {
        @inlinable _read { yield parts.content.cacheStatus }
        set { change { $0.cacheStatus = newValue } }
    }

    /// The credentials with which the request was sent; nil if no outer cache asked for them.
    package var sentCredentials: (any RequestNote)? {
        @inlinable _read { yield parts.content.sentCredentials }
        set { parts.content.sentCredentials = newValue }
    }

    /// The parts of the request that may be repeated in the response, if any are secret.
    package var sent: SentSecrets? {
        @inlinable _read { yield parts.content.sent }
        set { parts.content.sent = newValue }
    }

    /// The unread body, if it is left for later; ``body`` is empty then.
    package var leftBody: (any LeftBody)? {
        @inlinable _read { yield parts.content.leftBody }
        set { parts.content.leftBody = newValue }
    }

    /// The reason why this redirect is the last response; nil if it isn't a redirect, or wasn't meant to be followed.
    package var objection: (any Error)? {
        @inlinable _read { yield parts.content.objection }
        set { parts.content.objection = newValue }
    }

    /// A policy's remark for the error of the load, such as why a failure isn't retried.
    package var remark: String? {
        @inlinable _read { yield parts.content.remark }
        set { parts.content.remark = newValue }
    }

    /// The resource's judgment of the response. Any change to the response removes it.
    package var judgement: (any ReadResult)? {
        @inlinable _read { yield parts.content.judgement }
        set { parts.content.judgement = newValue }
    }

    /// Changes a part that influences the judgment, with one allocation.
    private mutating func change(_ change: (inout Parts) -> Void) {
        var changed = parts.content
        change(&changed)
        changed.judgement = nil
        parts.content = changed
    }

    /// Returns a response with the same status, content and URL from a store: with other fields, and without the data
    /// of the exchange. Costs one allocation.
    package func stored(with headerFields: HeaderFields, _ cacheStatus: CacheStatus? = nil) -> Response {
        var stored = self
        stored.parts = Shared(
            Parts(
                status: status, headerFields: headerFields, body: body, url: url, history: [], metrics: nil,
                cacheStatus: cacheStatus))
        return stored
    }

    /// Creates a response.
    public init(status: Status = 200, headerFields: HeaderFields = [:], body: Data = Data(), url: URL? = nil) {
        parts = Shared(Parts(status: status, headerFields: headerFields, body: body, url: url))
    }
}

/// A body that is still being received. Releasing it ends the transfer.
@usableFromInline package protocol LeftBody: AnyObject, Sendable {}

extension Response: CustomStringConvertible, CustomReflectable {
    /// The status and the size of the body. The content isn't included, since it may have secrets.
    public var description: String { "\(status), \(body.count) bytes" }

    /// The parts for a debugger or `dump`, with secrets replaced.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "status": status, "headerFields": redaction.redacted(headerFields), "body": "\(body.count) bytes",
                "url": url.map(redaction.redacted) ?? "nil",
            ], displayStyle: .struct)
    }
}

extension Response {
    /// The URL of the Location field, resolved against the URL that responded (RFC 9110, section 10.2.2; RFC 3986,
    /// section 5).
    ///
    /// Spaces and other characters that aren't allowed in a URL are percent-encoded. Nil if the field is missing, isn't
    /// a URL, or has two different values, or if it is relative and the response has no ``url``.
    public var location: URL? {
        let values = headerFields.values(of: .location)
        guard let first = values.first, !first.isEmpty, values.allSatisfy({ $0 == first }) else { return nil }
        let text = FieldMoment.bare(first)
        guard !text.isEmpty else { return url?.resolving("") }
        guard let location = url?.resolving(text) ?? URL(text: text), Target(location).isAbsolute else { return nil }
        return location
    }
}
