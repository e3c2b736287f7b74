public import ResourcefulFleet
public import ResourcefulLoading

/// A cache of responses in a PostgreSQL database, which many processes and machines share.
///
///     let cache = PostgresCache(at: "host=db.internal dbname=shop user=shop")
///     let webservice = Webservice(baseURL: api, policies: [.cache(in: cache)])
///
/// - A hit costs a round trip, or nothing for as long as you let it be remembered: then what other processes change or
///   remove is seen so much later. What is changed or removed with this value is seen at once.
/// - After ``remove(_:)`` has returned, no machine finds the entries, unless it remembers them, and none keeps a response
///   that it requested earlier. The machines' clocks decide what is earlier, so keep them together, as NTP does.
/// - Responses that may only be kept in memory aren't kept. Use a `TieredCache` (`ResourcefulDisk`) for them.
/// - Rows expire when they are of no use any longer, and some time after their last change. Each new connection deletes
///   those; otherwise, nothing is evicted. If that isn't enough, delete rows of `resourceful_responses` by their column
///   `changed` from time to time.
/// - If the server can't be reached, is slow or full, nothing is found and kept, and loads continue. One task removes
///   what this process has changed or removed meanwhile, before the server is used again. No load waits for that.
/// - A canceled load, as one whose deadline is over, doesn't wait for the server. If its change isn't known to be made,
///   the entry is removed.
public final class PostgresCache: CacheStore, ConnectedStore {
    private let responses: SharedResponses<PostgresResponses>

    /// Creates a cache. It connects when it is first used.
    ///
    /// - Parameters:
    ///   - address: A connection string or URL of libpq. What it leaves out, libpq takes from the environment.
    ///   - lifetime: How long an entry stays after its last change.
    ///   - staleFor: How long a response without a validator stays when it is stale by its own fields. If a `Caching`
    ///     of yours uses responses for longer than their server says, say here for how long.
    ///   - remembering: For how long an entry that was found answers further loads of this process, while it is fresh:
    ///     of the 500 used last at least, and of 4 KB at most.
    ///   - maximumSize: The largest entry that is kept, in bytes; of one with many variants, the latest are kept.
    ///   - connections: The number of connections.
    ///   - timeout: How long a load waits for the server. After that, it continues without it, and what it has asked
    ///     goes on. A server that doesn't answer for three times as long counts as away, and its connections as lost.
    ///   - pause: How long the server isn't tried again after an attempt has failed.
    ///   - events: Receives what happens to the server, on any thread.
    public convenience init(
        at address: String, lifetime: Duration = .seconds(7 * 86_400), staleFor: Duration = .seconds(600),
        remembering: Duration = .zero, maximumSize: Int = 8 << 20, connections: Int = 4,
        timeout: Duration = .milliseconds(500), pause: Duration = .seconds(1),
        events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        let lines = PostgresLines(address, connections: connections, setup: PostgresResponses.setup)
        self.init(
            PostgresClient(lines, timeout: timeout), pause, events, maximumSize,
            ResponseLife(longest: lifetime, extra: staleFor), remembering)
    }

    /// Creates a cache that uses the connections of another client, so many at the same time. The other parameters are
    /// as above.
    public convenience init(
        over driver: some PostgresDriver, lifetime: Duration = .seconds(7 * 86_400),
        staleFor: Duration = .seconds(600), remembering: Duration = .zero, maximumSize: Int = 8 << 20,
        connections: Int = 4, timeout: Duration = .milliseconds(500), pause: Duration = .seconds(1),
        events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        let driven = DrivenStatements(driver, connections: connections, setup: PostgresResponses.setup)
        self.init(
            PostgresClient(driven, timeout: timeout), pause, events, maximumSize,
            ResponseLife(longest: lifetime, extra: staleFor), remembering)
    }

    private init(
        _ client: PostgresClient, _ pause: Duration, _ events: @escaping @Sendable (FleetEvent) -> Void,
        _ maximumSize: Int, _ life: ResponseLife,
        _ remembering: Duration
    ) {
        responses = SharedResponses(
            PostgresResponses(client: client),
            Availability(pause: pause, liveness: client.liveness, report: events), maximumSize: maximumSize, life: life,
            remembering: remembering)
    }

    /// Closes the connections, after what was sent before is answered. Call it when no load uses the cache any longer;
    /// for one that does, nothing is found and kept.
    public func close() async { await responses.close() }

    /// Returns the entry under a key, if there is one.
    public func entry(for key: CacheKey) async -> CacheEntry? { await responses.entry(for: key) }

    /// Returns the entry under a key, with the latest invalidation of those under other keys, all with one round trip.
    public func entry(for key: CacheKey, invalidatedBy others: [CacheKey]) async -> CacheEntry? {
        await responses.entry(for: key, invalidatedBy: others)
    }

    /// Changes the entry under a key. The function is called again if another process was faster.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        await responses.update(key, change)
    }

    /// Removes entries. Looks at the beginning of each entry, unless all are selected.
    public func remove(_ selection: CacheSelection) async { await responses.remove(selection) }
}
