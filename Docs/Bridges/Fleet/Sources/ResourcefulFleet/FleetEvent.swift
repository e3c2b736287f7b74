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
}
