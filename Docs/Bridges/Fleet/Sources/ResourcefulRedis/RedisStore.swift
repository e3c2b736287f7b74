public import NIOCore
public import NIOPosix
public import ResourcefulFleet
public import ResourcefulLoading

/// A store in Redis or Valkey, which many processes and machines share: tokens, cookies, rates and leases.
///
///     let store = RedisStore(at: .host("redis.internal"), prefix: "shop/")
///     let webservice = Webservice(
///         baseURL: api, policies: [.bearer(for: api, lease: .seconds(30), refreshing: refreshing)], store: store)
///
/// - Each entry is a key: the prefix, and the name of the entry, or a digest of it if it has other characters than
///   origins have. A change compares and sets it in one step on the server, and is repeated if another process was
///   faster.
/// - Each read costs a round trip, unless the store may remember for a while what it has read. What is asked of one
///   entry while a command for it is under way is done together, with one more command.
/// - What policies can start over without, such as budgets and circuits, stays in this process; see ``Sharing``.
/// - If the server can't be reached, refuses a command or is slow, loads continue with the entries that this process
///   saw last, and its own changes of them. One task tries the server again, at once and then a second later, and first
///   writes each entry that only this process has changed; if another has changed it, its change counts.
/// - A canceled load, as one whose deadline is over, doesn't wait for the server; what it has begun to change is
///   changed.
/// - The store says in `events` when the server is away, and when it is back.
public final class RedisStore: EntryStore, ConnectedStore {
    private let entries: SharedEntries<RedisEntries>

    /// Creates a store. It connects when it is first used.
    ///
    /// - Parameters:
    ///   - address: Where the server is.
    ///   - prefix: What the names of the keys begin with.
    ///   - sharing: Which entries are on the server. The others are in the memory of this process.
    ///   - lifetime: How long an entry stays that nobody uses. Counters of policies stay for a day at most.
    ///   - remembering: For how long an entry that was read answers further reads of this process; a command less for
    ///     each load. A token that another process has renewed or removed is used for so much longer, so give the
    ///     policy a lease: with it, a refresh always begins with the token that the server has.
    ///   - cipher: How entries are encrypted; nil to keep them as they are.
    ///   - timeout: How long a command may take. After that, the load continues without the server.
    ///   - pause: How long the server isn't tried again after an attempt has failed.
    ///   - group: The event loops; those that the process shares by default.
    ///   - events: Receives what happens to the connection, on any thread.
    public convenience init(
        at address: RedisAddress, prefix: String = "{resourceful}/", sharing: Sharing = .standard,
        lifetime: Duration = .seconds(30 * 86_400), remembering: Duration = .zero, cipher: EntryCipher? = nil,
        timeout: Duration = .milliseconds(250), pause: Duration = .seconds(1),
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        self.init(
            RedisEntries(
                client: RedisClient(RedisConnection(address, timeout: timeout, group: group)), prefix: prefix,
                lifetime: lifetime),
            Availability(pause: pause, report: events), sharing, cipher, remembering)
    }

    /// Creates a store that uses the connections of another client. The other parameters are as above.
    public convenience init(
        over driver: some RedisDriver, prefix: String = "{resourceful}/", sharing: Sharing = .standard,
        lifetime: Duration = .seconds(30 * 86_400), remembering: Duration = .zero, cipher: EntryCipher? = nil,
        timeout: Duration = .milliseconds(250), pause: Duration = .seconds(1),
        events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        self.init(
            RedisEntries(
                client: RedisClient(TimedDriver(base: driver, timeout: timeout)), prefix: prefix, lifetime: lifetime),
            Availability(pause: pause, report: events), sharing, cipher, remembering)
    }

    private init(
        _ server: RedisEntries, _ availability: Availability, _ sharing: Sharing, _ cipher: EntryCipher?,
        _ remembering: Duration
    ) {
        entries = SharedEntries(
            server, availability, sharing: sharing, cipher: cipher, life: server.lifetime, remembering: remembering)
    }

    /// Closes the connection, after what was sent before is answered. Call it when no load uses the store any longer;
    /// one that does continues with what this process knows.
    public func close() async { await entries.close() }

    /// Returns the entry under a name, if there is one.
    public func read(_ name: String) async -> StoreEntry? { await entries.read(name) }

    /// Changes the entry under a name, and returns the previous one. The function is called again if another process
    /// was faster.
    public func update(
        _ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
    ) async -> StoreEntry? {
        await entries.update(name, change)
    }
}

/// The entries in a server of Redis.
struct RedisEntries: EntryServer {
    let client: RedisClient
    let prefix: String
    let lifetime: Duration

    func bytes(_ name: String) async throws -> [UInt8]? { try await client.values([key(name)])[0] }

    func exchange(_ name: String, _ before: [UInt8]?, for after: [UInt8]?) async throws -> Exchange<[UInt8]?> {
        let reply = try await client.run(Self.script, [key(name)], before ?? [], after ?? [], life(of: name))
        return switch reply {
        case .number: .done
        case .bytes(let bytes): .found(bytes.isEmpty ? nil : bytes)
        default: throw MalformedReply()
        }
    }

    func touch(_ name: String) async throws { _ = try await client.send("PEXPIRE", key(name), life(of: name)) }

    func probe() async throws { try await client.probe() }

    func close() async { await client.close() }

    /// Sets a key if it has a value, or returns the value that it has. No value is empty.
    private static let script = RedisScript(
        """
        local value = redis.call('GET', KEYS[1]) or ''
        if value ~= ARGV[1] then return value end
        if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
        return 1
        """)

    private func key(_ name: String) -> [UInt8] { Array((prefix + name.storedName).utf8) }

    /// How long an entry stays, in milliseconds.
    private func life(of name: String) -> [UInt8] {
        (StoreEntry.isScratchName(name) ? min(lifetime, .seconds(86_400)) : lifetime).milliseconds
    }
}

extension Duration {
    /// The milliseconds as the server reads them: at least one, and at most 30,000 years.
    var milliseconds: [UInt8] { Array("\(Int(max(1, min(self / .milliseconds(1), 1e15))))".utf8) }
}
