#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is to be sent, as a value: it can be built, compared and printed without sending anything.
///
/// A copy costs a reference; a change, a small allocation.
public struct Request: Hashable, Sendable {
    @usableFromInline struct Parts: Hashable, Sendable {
        @usableFromInline var method: Method
        @usableFromInline var url: URL
        @usableFromInline var headerFields: HeaderFields
        @usableFromInline var body: Body?
        @usableFromInline var timeout: Duration?
        @usableFromInline var rejected: [RequestError] = []
        @usableFromInline var options = RequestOptions()
        @usableFromInline var known = KnownOfRequest()
    }

    /// A request is handed on many times on its way, and changed once or never: so it is one word.
    @usableFromInline var parts: Shared<Parts>

    /// What is asked of the target.
    public var method: Method {
        @inlinable _read { yield parts.content.method }
        set { parts.content.method = newValue }
    }

    /// The target; a relative one is inside the Webservice's base URL.
    public var url: URL {
        @inlinable _read { yield parts.content.url }
        set { parts.content.url = newValue }
    }

    /// The fields that are sent, beside those that the transport adds.
    public var headerFields: HeaderFields {
        @inlinable _read { yield parts.content.headerFields }
        set { parts.content.headerFields = newValue }
    }

    /// The content, if any. Content-Type and Content-Length follow from it.
    public var body: Body? {
        @inlinable _read { yield parts.content.body }
        set { parts.content.body = newValue }
    }

    /// How long one exchange may take, from when the transport has the request to the end of the response; nil leaves
    /// it to the transport.
    ///
    /// The time that a request waits for a place in the transport counts. The time before, such as under
    /// ``Policy/limit(atOnce:)``, does not.
    public var timeout: Duration? {
        @inlinable get { parts.content.timeout }
        set { parts.content.timeout = newValue }
    }

    /// Why parts of it could not be described: a malformed template, a query that can't be encoded. A request with any
    /// of these is never sent: the load fails at the request stage and says the first of them.
    public internal(set) var rejected: [RequestError] {
        @inlinable _read { yield parts.content.rejected }
        set { parts.content.rejected = newValue }
    }

    @usableFromInline package var options: RequestOptions {
        @inlinable _read { yield parts.content.options }
        set { parts.content.options = newValue }
    }

    /// Who says what a response is worth: the resource whose request this is. It does not count for equality.
    package var judge: (any ResponseJudge)? {
        @inlinable get { parts.content.known.judge }
        set { parts.content.known.judge = newValue }
    }

    /// For whom it is made, where that was asked. It does not count for equality.
    package var user: (any RequestNote)? {
        @inlinable get { parts.content.known.user }
        set { parts.content.known.user = newValue }
    }

    /// Where the load has begun, when redirections have led it to other origins. It does not count for equality.
    package var firstURL: URL? {
        @inlinable get { parts.content.known.firstURL }
        set { parts.content.known.firstURL = newValue }
    }

    /// A request for a URL.
    public init(
        url: URL, method: Method = .get, headerFields: HeaderFields = [:], body: Body? = nil, timeout: Duration? = nil
    ) {
        parts = Shared(Parts(method: method, url: url, headerFields: headerFields, body: body, timeout: timeout))
    }
}

extension Request: CustomStringConvertible, CustomReflectable {
    /// Method and URL, secrets replaced (see ``Redaction``).
    public var description: String { "\(method) \(Redaction.standard.including(secretsOf: self).redacted(url))" }

    /// The parts for a debugger or `dump`, secrets replaced.
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
