import Resourceful
import ResourcefulFleet
import ResourcefulPostgres
import ResourcefulRedis

/// What all processes of the service share: a store of tokens and leases, and a cache of responses.
struct SharedState: Sendable {
    let store: any EntryStore
    let cache: any CacheStore

    /// Connects to nothing yet, so the service starts without the server, too.
    ///
    /// - Parameters:
    ///   - timeout: How long a command may take. After it, loads continue without the server.
    ///   - observers: They receive that the server is away or back.
    init(at address: String?, timeout: Duration, observers: [LoadObserver]) throws {
        let (events, teller) = AsyncStream.makeStream(of: FleetEvent.self)
        let notes = Webservice(observers: observers)
        Task {
            for await event in events {
                let isAway = if case .left = event { true } else { false }
                try await notes.load(Plan.note(LoadDecision(.store, isAway ? .away : .back, "\(event)")))
            }
        }
        let tell: @Sendable (FleetEvent) -> Void = { teller.yield($0) }
        // A token that is a second old is as good, and saves a command for each load.
        let age = Duration.seconds(1)
        if let address, address.hasPrefix("redis") {
            let redis = try RedisAddress(url: address)
            store = RedisStore(
                at: redis, prefix: "gateway/", remembering: age, timeout: timeout, events: tell)
            cache = RedisCache(at: redis, prefix: "gateway/responses/", timeout: timeout, events: tell)
        } else if let address {
            store = PostgresStore(
                at: address, prefix: "gateway/", remembering: age, timeout: timeout, events: tell)
            cache = PostgresCache(at: address, connections: 16, timeout: timeout, events: tell)
        } else {
            store = MemoryStore()
            cache = MemoryCache()
        }
    }
}
