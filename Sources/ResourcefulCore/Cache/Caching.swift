/// How a cache is to be used, for all loads of a Webservice or for one resource.
///
/// The standard is RFC 9111, as the server says. Everything else is said by one of the properties.
public struct Caching: Hashable, Sendable {
    /// How stored responses are used.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Mode: Hashable, Sendable {
        /// A fresh one is used, a stale one is validated.
        case standard
        /// None is used; what the server answers is stored.
        case refresh
        /// Every one is validated before it is used, but for a fresh one that is `immutable` (RFC 8246).
        case validate
        /// Any is used, however old; when there is none, nothing is sent and the response is a 504.
        case onlyIfCached
        /// None is used, and nothing is stored.
        case never
    }

    /// How stored responses are used.
    public var mode: Mode
    /// How long responses are fresh, whatever the server says; nil for as long as the server says.
    public var lifetime: Duration?
    /// For how long after that they are served at once and validated in the background; nil for what the server says
    /// (RFC 5861, section 3).
    public var staleWhileRevalidating: Duration?
    /// For how long after that they are served when the server fails or can't be reached; nil for what the server says
    /// (RFC 5861, section 4).
    public var staleIfError: Duration?
    /// Whether the order of the items of a query makes no difference.
    public var ignoresQueryOrder: Bool
    /// The names of items of a query which make no difference: a campaign, a time stamp.
    public var ignoredQueryItems: Set<String>

    /// A way to use a cache.
    public init(
        _ mode: Mode = .standard, lifetime: Duration? = nil, staleWhileRevalidating: Duration? = nil,
        staleIfError: Duration? = nil, ignoresQueryOrder: Bool = false, ignoredQueryItems: Set<String> = []
    ) {
        self.mode = mode
        self.lifetime = lifetime
        self.staleWhileRevalidating = staleWhileRevalidating
        self.staleIfError = staleIfError
        self.ignoresQueryOrder = ignoresQueryOrder
        self.ignoredQueryItems = ignoredQueryItems
    }

    /// RFC 9111, as the server says.
    public static let standard = Caching()
}

extension Caching: CustomStringConvertible {
    /// The mode and what differs from what the server says, on one line.
    public var description: String {
        var texts = [lifetime.map { "for \($0.brief)" } ?? "as the server says"]
        if mode != .standard { texts.append("\(mode)") }
        if let staleWhileRevalidating { texts.append("stale while revalidating for \(staleWhileRevalidating.brief)") }
        if let staleIfError { texts.append("stale if the server fails for \(staleIfError.brief)") }
        if ignoresQueryOrder { texts.append("whatever the order of the query") }
        if !ignoredQueryItems.isEmpty { texts.append("without \(ignoredQueryItems.sorted().joined(separator: ", "))") }
        return texts.joined(separator: ", ")
    }
}
