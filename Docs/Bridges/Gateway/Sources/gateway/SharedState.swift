import Resourceful
import ResourcefulFleet
import ResourcefulPostgres
import ResourcefulRedis
import ServiceLifecycle

/// What all processes of the service share: a store of tokens and leases, and a cache of responses.
struct SharedState: Service {
    let store: any EntryStore
    let cache: any CacheStore

    /// Connects to nothing yet, so the service starts without the server, too.
    ///
    /// - Parameters:
    ///   - timeout: How long a command may take. After it, loads continue without the server.
    ///   - observers: They receive that the server is away or back.
    init(at address: String?, timeout: Duration, observers: [LoadObserver]) throws {
        let (decisions, teller) = AsyncStream.makeStream(of: LoadDecision.self)
        let notes = Webservice(observers: observers)
        Task { for await decision in decisions { try await notes.load(Plan.note(decision)) } }
        @Sendable func tell(_ kind: LoadDecision.Kind) -> @Sendable (FleetEvent) -> Void {
            { teller.yield($0.decision(kind)) }
        }
        // A token that is a second old is as good, and saves a command for each load.
        let age = Duration.seconds(1)
        if let address, address.hasPrefix("redis") {
            let redis = try RedisAddress(url: address)
            store = RedisStore(
                at: redis, prefix: "{gateway}/", remembering: age, timeout: timeout,
                events: tell("store tokens"))
            cache = RedisCache(
                at: redis, prefix: "{gateway/responses}/", remembering: age, timeout: timeout,
                events: tell("store cache"))
        } else if let address {
            store = PostgresStore(
                at: address, prefix: "gateway/", remembering: age, timeout: timeout,
                events: tell("store tokens"))
            cache = PostgresCache(
                at: address, remembering: age, timeout: timeout,
                events: tell("store cache"))
        } else {
            store = MemoryStore()
            cache = MemoryCache()
        }
    }

    /// Closes the connections when the services that use them have ended.
    func run() async throws {
        try? await gracefulShutdown()
        await (store as? any ConnectedStore)?.close()
        await (cache as? any ConnectedStore)?.close()
    }
}
