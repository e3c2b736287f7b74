import ResourcefulLoading
import ResourcefulResilience

extension LoadDecision {
    /// The metric of the state that the decision tells, and whether that is bad; nil if it tells none.
    var state: (Metric, isBad: Bool)? {
        switch (kind, action) {
        case (.circuit, .opened): (.circuit, true)
        case (.circuit, .closed): (.circuit, false)
        // Of several stores, each has a kind of its own.
        case (_, .away): (.store, true)
        case (_, .back): (.store, false)
        default: nil
        }
    }

    /// The time that a load waits, for a permit or before a retry; nil if it doesn't.
    var wait: Duration? { action == .waited || kind == .retry ? duration : nil }

    /// The number of loads that waited before; nil if none is known.
    var queueLength: Int? { action == .waited ? count : nil }
}
