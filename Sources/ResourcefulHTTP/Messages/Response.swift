#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What came back, as a value.
///
/// A copy costs a reference; a change, a small allocation.
public struct Response: Hashable, Sendable {
    @usableFromInline struct Parts: Hashable, Sendable {
        @usableFromInline var status: Status
        @usableFromInline var headerFields: HeaderFields
        @usableFromInline var body: Data
        @usableFromInline var url: URL?
        @usableFromInline var history: [Response] = []
        @usableFromInline var metrics: ExchangeMetrics?
        @usableFromInline var cacheStatus: CacheStatus?
        @usableFromInline var sentCredentials: String?
        @usableFromInline var sent: SentSecrets?
        @usableFromInline var leftBody: (any LeftBody)?
        @usableFromInline var objection: (any Error)?
        @usableFromInline var judgement: (any Judgement)?

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

    /// How it went.
    public var status: Status {
        @inlinable get { parts.content.status }
        set { change { $0.status = newValue } }
    }

    /// The fields, in the order in which they came.
    public var headerFields: HeaderFields {
        @inlinable _read { yield parts.content.headerFields }
        set { change { $0.headerFields = newValue } }
    }

    /// The content, its coding (gzip and the like) already undone.
    public var body: Data {
        @inlinable _read { yield parts.content.body }
        set { change { $0.body = newValue } }
    }

    /// The URL that answered: the last one, when there were redirects.
    public var url: URL? {
        @inlinable _read { yield parts.content.url }
        set { change { $0.url = newValue } }
    }

    /// The redirections that led here, the first one first, without their content; empty when there were none.
    public var history: [Response] {
        @inlinable _read { yield parts.content.history }
        set { change { $0.history = newValue } }
    }

    /// How the exchange went, when somebody watches the load and the transport knows. It does not count for equality.
    public var metrics: ExchangeMetrics? {
        @inlinable _read { yield parts.content.metrics }
        set { change { $0.metrics = newValue } }
    }

    /// Where the content came from, and how old it is, when a cache was asked. It does not count for equality.
    public var cacheStatus: CacheStatus? {
        @inlinable _read { yield parts.content.cacheStatus }
        set { change { $0.cacheStatus = newValue } }
    }

    /// By whose credentials the request was sent, as a digest; nil when a cache outside has not asked.
    package var sentCredentials: String? {
        @inlinable _read { yield parts.content.sentCredentials }
        set { parts.content.sentCredentials = newValue }
    }

    /// What was sent with the request that it answers, where secrets are among it.
    package var sent: SentSecrets? {
        @inlinable _read { yield parts.content.sent }
        set { parts.content.sent = newValue }
    }

    /// The body, where it was left to be read; ``body`` is empty then.
    package var leftBody: (any LeftBody)? {
        @inlinable _read { yield parts.content.leftBody }
        set { parts.content.leftBody = newValue }
    }

    /// Why it is the last one although it redirects; nil when it does not, or is wanted so.
    package var objection: (any Error)? {
        @inlinable _read { yield parts.content.objection }
        set { parts.content.objection = newValue }
    }

    /// What a resource has made of it. A response that was changed since then has none.
    package var judgement: (any Judgement)? {
        @inlinable _read { yield parts.content.judgement }
        set { parts.content.judgement = newValue }
    }

    /// Changes something that may be read. One allocation.
    private mutating func change(_ change: (inout Parts) -> Void) {
        var changed = parts.content
        change(&changed)
        changed.judgement = nil
        parts.content = changed
    }

    /// The same content and URL, from a store: with other fields, and without what is known of the exchange. One
    /// allocation.
    package func stored(with headerFields: HeaderFields, _ cacheStatus: CacheStatus? = nil) -> Response {
        var stored = self
        stored.parts = Shared(
            Parts(
                status: status, headerFields: headerFields, body: body, url: url, history: [], metrics: nil,
                cacheStatus: cacheStatus))
        return stored
    }

    /// A response.
    public init(status: Status = 200, headerFields: HeaderFields = [:], body: Data = Data(), url: URL? = nil) {
        parts = Shared(Parts(status: status, headerFields: headerFields, body: body, url: url))
    }
}

/// A body that is still on its way. Who drops it ends the transfer.
@usableFromInline package protocol LeftBody: AnyObject, Sendable {}

extension Response: CustomStringConvertible, CustomReflectable {
    /// The status and the size of the body, never its content: it may hold secrets.
    public var description: String { "\(status), \(body.count) bytes" }

    /// The parts for a debugger or `dump`, secrets replaced.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "status": status, "headerFields": redaction.redacted(headerFields), "body": "\(body.count) bytes",
                "url": url.map(redaction.redacted) ?? "nil",
            ], displayStyle: .struct)
    }
}
