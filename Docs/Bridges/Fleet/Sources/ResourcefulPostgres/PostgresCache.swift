public import ResourcefulFleet
public import ResourcefulLoading

/// A cache of responses in a PostgreSQL database, which many processes and machines share.
///
///     let cache = PostgresCache(at: "host=db.internal dbname=shop user=shop")
///     let webservice = Webservice(baseURL: api, policies: [.cache(in: cache)])
///
/// - A hit costs a round trip. A ``TieredCache`` in front saves it, but doesn't see what other machines change.
/// - After ``remove(_:)`` has returned, no machine finds the entries, and none keeps a response that it requested
///   earlier. The machines' clocks decide what is earlier, so keep them together, as NTP does.
/// - Responses that may only be kept in memory aren't kept. Use a ``TieredCache`` for them.
/// - Nothing is evicted. Delete old rows of `resourceful_responses` by their column `changed` from time to time.
/// - If the server can't be reached, is slow or full, nothing is found and kept, and loads continue. What this process
///   has changed or removed meanwhile is removed on the server before it is used again.
public final class PostgresCache: CacheStore {
    private let responses: SharedResponses<PostgresResponses>

    /// Creates a cache. It connects when it is first used.
    ///
    /// - Parameters:
    ///   - address: A connection string or URL of libpq. What it leaves out, libpq takes from the environment.
    ///   - maximumSize: The largest entry that is kept, in bytes; of one with many variants, the latest are kept.
    ///   - connections: The number of connections.
    ///   - timeout: How long a command may take. After that, the load continues without the server.
    ///   - pause: How long the server isn't tried again after a failure.
    ///   - events: Receives what happens to the server, on any thread.
    public init(
        at address: String, maximumSize: Int = 8 << 20, connections: Int = 4, timeout: Duration = .milliseconds(500),
        pause: Duration = .seconds(1), events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        let client = PostgresClient(
            address, connections: connections, timeout: timeout, setup: PostgresResponses.setup)
        responses = SharedResponses(
            PostgresResponses(client: client), Availability(pause: pause, report: events), maximumSize: maximumSize)
    }

    /// Returns the entry under a key, if there is one.
    public func entry(for key: CacheKey) async -> CacheEntry? { await responses.entry(for: key) }

    /// Changes the entry under a key. The function is called again if another process was faster.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        await responses.update(key, change)
    }

    /// Removes entries. Looks at the key of each entry, unless all are selected.
    public func remove(_ selection: CacheSelection) async { await responses.remove(selection) }
}
