import Resourceful
import ResourcefulLifecycle
import ServiceLifecycle
import Synchronization

/// Whether balancers may send requests, and what is missing.
final class Probes: Service {
    private let health: ServiceHealth
    private let drain: Duration
    private let isEnding = Mutex(false)

    /// - Parameter drain: How long the service still takes requests after it said that it ends.
    init(_ health: ServiceHealth, drain: Duration) { (self.health, self.drain) = (health, drain) }

    /// Not even without its store or with open circuits isn't it ready: it has a page for that, and if all processes
    /// said no, there would be no page at all.
    var isReady: Bool { !isEnding.withLock { $0 } }

    var text: String { isReady ? "\(health.readiness)\n" : "ending\n" }

    func run() async throws {
        try await gracefulShutdown()
        isEnding.withLock { $0 = true }
        try await Task.sleep(for: drain)
    }
}

extension Error {
    /// Whether a page took too long, rather than failed.
    var isLate: Bool { self is DeadlineExceeded }
}
