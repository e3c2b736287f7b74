/// How a cache is used, for all loads of a Webservice or for one resource.
///
/// The standard is RFC 9111, as the server says. Each property overrides a part of that.
///
///     let offline = Caching(lifetime: .seconds(600), staleIfError: .seconds(7 * 24 * 3600))
///     let webservice = Webservice(baseURL: api, policies: [.cache(offline)])
///     let news = Episode.all.cached(Caching(.validate, ignoredQueryItems: ["campaign"]))
public struct Caching: Hashable, Sendable {
    /// How stored responses are used.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Mode: Hashable, Sendable {
        /// Uses fresh responses and validates stale ones.
        case standard
        /// Uses no stored response, but stores the new one.
        case refresh
        /// Validates every response before use, except fresh ones that are `immutable` (RFC 8246).
        case validate
        /// Uses any stored response, however old. If there is none, sends nothing and returns a 504.
        case onlyIfCached
        /// Uses nothing and stores nothing.
        case never
    }

    /// How stored responses are used.
    package var mode: Mode
    /// How long responses are fresh, whatever the server says; nil to use the server's lifetime.
    var lifetime: Duration?
    /// How long after that responses are served immediately and validated in the background; nil to use what the server
    /// says (RFC 5861, section 3).
    var staleWhileRevalidating: Duration?
    /// How long after that responses are served if the server fails or can't be reached; nil to use what the server
    /// says (RFC 5861, section 4).
    var staleIfError: Duration?
    /// Whether the order of query items is ignored.
    var ignoresQueryOrder: Bool
    /// The names of query items to ignore, such as a campaign or a time stamp.
    var ignoredQueryItems: Set<String>

    /// Creates a way to use a cache.
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
    /// The mode and all differences from what the server says, on one line.
    public var description: String {
        var texts = [lifetime.map { "for \($0.brief)" } ?? "as the server says"]
        if mode != .standard { texts.append("\(mode)") }
        if let staleWhileRevalidating { texts.append("stale while revalidating for \(staleWhileRevalidating.brief)") }
        if let staleIfError { texts.append("stale if the server fails for \(staleIfError.brief)") }
        if ignoresQueryOrder { texts.append("ignoring the order of the query") }
        if !ignoredQueryItems.isEmpty { texts.append("without \(ignoredQueryItems.sorted().joined(separator: ", "))") }
        return texts.joined(separator: ", ")
    }
}
