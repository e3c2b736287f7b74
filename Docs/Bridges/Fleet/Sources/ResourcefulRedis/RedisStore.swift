public import NIOCore
public import NIOPosix
public import ResourcefulFleet
public import ResourcefulLoading

/// A store in Redis or Valkey, which many processes and machines share: tokens, cookies, budgets, circuits and leases.
///
///     let store = RedisStore(at: .host("redis.internal"), prefix: "shop/")
///     let webservice = Webservice(
///         baseURL: api, policies: [.bearer(for: api, lease: .seconds(30), refreshing: refreshing)], store: store)
///
/// - Each entry is a key: the prefix, and the name of the entry. A change compares and sets it in one step on the
///   server, and is repeated if another process was faster.
/// - Nothing is kept in this process while the server answers, so each read costs a round trip.
/// - If the server can't be reached, refuses a command or is slow, loads continue with the entries that this process
///   saw last, and its own changes of them. Another attempt follows a second later. Then each entry that only this
///   process has changed is written; if another has changed it, its change counts.
/// - The store says in `events` when that begins and ends.
public final class RedisStore: EntryStore {
    private let entries: SharedEntries<RedisEntries>

    /// Creates a store. It connects when it is first used.
    ///
    /// - Parameters:
    ///   - address: Where the server is.
    ///   - prefix: What the names of the keys begin with.
    ///   - timeout: How long a command may take. After that, the load continues without the server.
    ///   - pause: How long the server isn't tried again after a failure.
    ///   - group: The event loops; those that the process shares by default.
    ///   - events: Receives what happens to the connection, on any thread.
    public init(
        at address: RedisAddress, prefix: String = "resourceful/", timeout: Duration = .milliseconds(250),
        pause: Duration = .seconds(1), group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        let client = RedisClient(address, timeout: timeout, group: group)
        entries = SharedEntries(
            RedisEntries(client: client, prefix: prefix), Availability(pause: pause, report: events))
    }

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

    func bytes(_ name: String) async throws -> [UInt8]? {
        switch try await client.send("GET", key(name)) {
        case .bytes(let bytes): bytes
        case .null: nil
        default: throw MalformedReply()
        }
    }

    func exchange(_ name: String, _ before: [UInt8]?, for after: [UInt8]?) async throws -> Exchange<[UInt8]?> {
        let reply = try await client.send(
            "EVAL", Array(Self.script.utf8), Array("1".utf8), key(name), before ?? [], after ?? [])
        return switch reply {
        case .number: .done
        case .bytes(let bytes): .found(bytes.isEmpty ? nil : bytes)
        default: throw MalformedReply()
        }
    }

    /// Sets a key if it has a value, or returns the value that it has. No value is empty.
    private static let script = """
        local value = redis.call('GET', KEYS[1]) or ''
        if value ~= ARGV[1] then return value end
        if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2]) end
        return 1
        """

    private func key(_ name: String) -> [UInt8] { Array((prefix + name).utf8) }
}
