public import NIOCore
public import NIOPosix
public import ResourcefulFleet
public import ResourcefulLoading

/// A cache of responses in Redis or Valkey, which many processes and machines share.
///
///     let cache = RedisCache(at: .host("redis.internal"), prefix: "shop/responses/")
///     let webservice = Webservice(baseURL: api, policies: [.cache(in: cache)])
///
/// - A hit costs a round trip, or nothing for as long as you let it be remembered: then what other processes change or
///   remove is seen so much later. What is changed or removed with this value is seen at once.
/// - A change compares and sets the entry in one step on the server, and is repeated if another process was faster.
/// - After ``remove(_:)`` has returned, no machine finds the entries, unless it remembers them, and none keeps a response
///   that it requested earlier. The machines' clocks decide what is earlier, so keep them together, as NTP does.
/// - Responses that may only be kept in memory aren't kept. Use a `TieredCache` (`ResourcefulDisk`) for them.
/// - The keys are digests. An entry has the URL, the response and its fields.
/// - The server evicts entries: give it a memory limit, a policy such as `allkeys-lru`, and a database server that no
///   ``RedisStore`` uses, since it would evict leases and tokens, too. Entries also expire: when they are of no use any
///   longer, and some time after their last change.
/// - If the server can't be reached, is slow or full, nothing is found and kept, and loads continue. One task removes
///   what this process has changed or removed meanwhile, before the server is used again. No load waits for that.
/// - A canceled load, as one whose deadline is over, doesn't wait for the server. If its change isn't known to be made,
///   the entry is removed.
public final class RedisCache: CacheStore, ConnectedStore {
    private let responses: SharedResponses<RedisResponses>

    /// Creates a cache. It connects when it is first used.
    ///
    /// - Parameters:
    ///   - address: Where the server is.
    ///   - prefix: What the names of the keys begin with. Nothing else may use it.
    ///   - lifetime: How long an entry stays after its last change.
    ///   - staleFor: How long a response without a validator stays when it is stale by its own fields. If a `Caching`
    ///     of yours uses responses for longer than their server says, say here for how long.
    ///   - remembering: For how long an entry that was found answers further loads of this process, while it is fresh:
    ///     of the 500 used last at least, and of 4 KB at most.
    ///   - maximumSize: The largest entry that is kept, in bytes; of one with many variants, the latest are kept.
    ///   - timeout: How long a command may take. After that, the load continues without the server.
    ///   - pause: How long the server isn't tried again after an attempt has failed.
    ///   - group: The event loops; those that the process shares by default.
    ///   - events: Receives what happens to the connection, on any thread.
    public convenience init(
        at address: RedisAddress, prefix: String = "{resourceful/responses}/",
        lifetime: Duration = .seconds(7 * 86_400), staleFor: Duration = .seconds(600),
        remembering: Duration = .zero, maximumSize: Int = 8 << 20, timeout: Duration = .milliseconds(250),
        pause: Duration = .seconds(1),
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        let client = RedisClient(RedisConnection(address, timeout: timeout, group: group))
        self.init(
            RedisResponses(client: client, prefix: prefix), Availability(pause: pause, report: events), maximumSize,
            ResponseLife(longest: lifetime, extra: staleFor), remembering)
    }

    /// Creates a cache that uses the connections of another client. The other parameters are as above.
    public convenience init(
        over driver: some RedisDriver, prefix: String = "{resourceful/responses}/",
        lifetime: Duration = .seconds(7 * 86_400), staleFor: Duration = .seconds(600),
        remembering: Duration = .zero, maximumSize: Int = 8 << 20, timeout: Duration = .milliseconds(250),
        pause: Duration = .seconds(1),
        events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        let client = RedisClient(TimedDriver(base: driver, timeout: timeout))
        self.init(
            RedisResponses(client: client, prefix: prefix), Availability(pause: pause, report: events), maximumSize,
            ResponseLife(longest: lifetime, extra: staleFor), remembering)
    }

    private init(
        _ server: RedisResponses, _ availability: Availability, _ maximumSize: Int, _ life: ResponseLife,
        _ remembering: Duration
    ) {
        responses = SharedResponses(
            server, availability, maximumSize: maximumSize, life: life,
            remembering: remembering)
    }

    /// Closes the connection, after what was sent before is answered. Call it when no load uses the cache any longer;
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

    /// Removes entries. Looks at the name of each entry that the server has, and at the beginning of those whose name
    /// doesn't say what it needs.
    public func remove(_ selection: CacheSelection) async { await responses.remove(selection) }
}
