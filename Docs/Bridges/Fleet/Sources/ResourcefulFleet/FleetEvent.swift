public import ResourcefulLoading

/// What has happened to the server of a store.
public enum FleetEvent: Sendable, CustomStringConvertible {
    /// The server can't be used, for a reason. Loads continue with what this process knows.
    case left(reason: String)
    /// The server can be used again.
    case returned

    /// The event in words.
    public var description: String {
        switch self {
        case .left(let reason): "the shared store can't be used, so this process continues by itself: \(reason)"
        case .returned: "the shared store can be used again"
        }
    }

    /// The event as a decision for the observers of loads. Each of several stores has a kind of its own, such as
    /// `store cache`: so one that is back doesn't hide that another is away.
    ///
    ///     let store = RedisStore(at: redis, events: { health.note($0.decision("store tokens")) })
    public func decision(_ kind: LoadDecision.Kind = .store) -> LoadDecision {
        if case .left = self { LoadDecision(kind, .away, "\(self)") } else { LoadDecision(kind, .back, "\(self)") }
    }
}
