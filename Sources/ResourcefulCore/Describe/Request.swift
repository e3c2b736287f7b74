#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is to be sent, as a value: it can be built, compared and printed without sending anything.
public struct Request: Hashable, Sendable {
    /// What is asked of the target.
    public var method: Method
    /// The target; a relative URL is resolved against the Webservice's base URL (RFC 3986, section 5).
    public var url: URL
    /// The fields that are sent, beside those that the transport adds.
    public var headerFields: HeaderFields
    /// The content, if any. Content-Type and Content-Length follow from it.
    public var body: Body?
    /// How long one exchange may take from start to end; nil leaves it to the transport.
    public var timeout: Duration?

    /// Why parts of it could not be described: a malformed template, a query that can't be encoded. A request with any
    /// of these is never sent: the load fails at the request stage and says the first of them.
    public internal(set) var rejected: [RequestError] = []

    /// A request for a URL.
    public init(
        url: URL, method: Method = .get, headerFields: HeaderFields = [:], body: Body? = nil, timeout: Duration? = nil
    ) {
        self.method = method
        self.url = url
        self.headerFields = headerFields
        self.body = body
        self.timeout = timeout
    }
}

extension Request: CustomStringConvertible, CustomReflectable {
    /// Method and URL, secrets replaced (see ``Redaction``).
    public var description: String { "\(method) \(Redaction.standard.redacted(url))" }

    /// The parts for a debugger or `dump`, secrets replaced.
    public var customMirror: Mirror {
        var children: [(label: String?, value: Any)] = [
            ("method", method), ("url", Redaction.standard.redacted(url)), ("headerFields", headerFields),
        ]
        if let body { children.append(("body", body)) }
        if let timeout { children.append(("timeout", timeout)) }
        if !rejected.isEmpty { children.append(("rejected", rejected)) }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
