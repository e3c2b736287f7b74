import Logging
import Metrics
import Resourceful
import ResourcefulFleet
import ResourcefulPostgres
import ResourcefulRedis
import Synchronization

/// What all processes of the service share: a store of tokens and leases, and a cache of responses.
struct SharedState: Sendable {
    let store: any EntryStore
    let cache: any CacheStore

    /// Connects to nothing yet: a server that is away when the service starts is no reason not to start.
    init(at address: String?, health: Health) throws {
        if let address, address.hasPrefix("redis") {
            let redis = try RedisAddress(url: address)
            store = RedisStore(at: redis, prefix: "gateway/", events: health.listener(to: "store"))
            cache = RedisCache(at: redis, prefix: "gateway/responses/", events: health.listener(to: "cache"))
        } else if let address {
            store = PostgresStore(at: address, prefix: "gateway/", events: health.listener(to: "store"))
            cache = PostgresCache(at: address, events: health.listener(to: "cache"))
        } else {
            store = MemoryStore()
            cache = MemoryCache()
        }
    }
}

/// What the readiness of the service consists of.
final class Health: Sendable {
    private struct State {
        var isEnding = false
        var away: Set<String> = []
    }

    private let state = Mutex(State())
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    /// Notes what happens to a shared part: for the log, an alert, and whoever reads `/ready`.
    func listener(to part: String) -> @Sendable (FleetEvent) -> Void {
        let gauge = Gauge(label: "gateway.shared.away", dimensions: [("part", part)])
        gauge.record(0)
        return { [self] event in
            let isAway = if case .left = event { true } else { false }
            state.withLock { state in
                if isAway { state.away.insert(part) } else { state.away.remove(part) }
            }
            gauge.record(isAway ? 1 : 0)
            logger.log(
                level: isAway ? .warning : .notice, "Shared part \(isAway ? "left" : "returned")",
                metadata: ["part": "\(part)", "event": "\(event)"])
        }
    }

    /// From now on, balancers send nothing new.
    func end() { state.withLock { $0.isEnding = true } }

    /// Whether balancers may send requests, and why not everything is well. Without its shared parts, a process goes on
    /// by itself: if it said that it isn't ready, an outage of Redis would be one of the service.
    var readiness: (isReady: Bool, text: String) {
        state.withLock { state in
            if state.isEnding { return (false, "ending\n") }
            return (true, state.away.isEmpty ? "ready\n" : "ready, without \(state.away.sorted().joined(separator: ", "))\n")
        }
    }
}
