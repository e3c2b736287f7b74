/// The origins to which a trace is propagated.
///
///     let own = Policy.tracing(to: .origins([api]))
public struct TraceScope: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: Hashable {
        case standard, everywhere, firstOrigin
        case origins(Set<Origin>)
    }

    private let kind: Kind

    /// `traceparent` everywhere, because it has only random identifiers; `tracestate`, whose values are opaque, only to
    /// the origin at which the load begins.
    public static let standard = TraceScope(kind: .standard)

    /// Both fields everywhere, as OpenTelemetry does.
    public static let everywhere = TraceScope(kind: .everywhere)

    /// Both fields to the origin at which the load begins, and none to others that redirects or a failover lead to.
    public static let firstOrigin = TraceScope(kind: .firstOrigin)

    /// Both fields to the origins of the given URLs, and none to others.
    public static func origins(_ urls: [URL]) -> TraceScope {
        TraceScope(kind: .origins(Set(urls.compactMap { Origin($0) })))
    }

    /// Returns which of the fields a request to an origin has.
    func fields(to origin: Origin?, from first: Origin?) -> (parent: Bool, state: Bool) {
        switch kind {
        case .standard: (true, origin == first)
        case .everywhere: (true, true)
        case .firstOrigin: (origin == first, origin == first)
        case .origins(let origins): origin.map(origins.contains) == true ? (true, true) : (false, false)
        }
    }

    /// The origins, in a few words.
    public var description: String {
        switch kind {
        case .standard: "to all origins, tracestate to the first one"
        case .everywhere: "to all origins"
        case .firstOrigin: "to the first origin"
        case .origins(let origins): "to \(origins.map(\.description).sorted().joined(separator: ", "))"
        }
    }
}
