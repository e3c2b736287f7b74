import NIOConcurrencyHelpers
public import NIOCore
public import NIOPosix
public import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A store in Redis or Valkey, which many processes and machines share: tokens, cookies, budgets, circuits and leases.
///
///     let store = RedisStore(at: .host("redis.internal"), prefix: "shop/")
///     let webservice = Webservice(
///         baseURL: api, policies: [.bearer(for: api, lease: .seconds(30), refreshing: oauth.refreshing)], store: store)
///
/// - Each entry is a key: the prefix, and the name of the entry. A change compares and sets it in one step on the server,
///   and is repeated if another process was faster.
/// - Nothing is kept in this process while the server answers, so each read costs a round trip.
/// - If the server can't be reached, refuses a command or is slow, loads continue with the entries that this process saw
///   last, and its own changes of them. Another attempt follows a second later. Then each entry that only this process has
///   changed is written; if another has changed it, its change counts.
/// - The store says in `events` when that begins and ends.
public final class RedisStore: EntryStore {
    private struct Local {
        /// The entries as this process saw them last; a missing name was never seen, nil is no entry.
        var seen: [String: StoreEntry?] = [:]
        /// The entries that were changed while the server was away, and what the server had before.
        var changed: [String: StoreEntry?] = [:]
    }

    private let server: SharedServer
    private let prefix: String
    private let local = NIOLockedValueBox(Local())

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
        events: @escaping @Sendable (RedisEvent) -> Void = { _ in }
    ) {
        server = SharedServer(
            RedisClient(address, timeout: timeout, group: group), pause: pause, report: events)
        self.prefix = prefix
    }

    /// Returns the entry under a name, if there is one.
    public func read(_ name: String) async -> StoreEntry? {
        let shared = await shared { try await self.get(name) }
        return local.withLockedValue { local in
            if let shared { local.seen[name] = .some(shared) }
            return local.seen[name] ?? nil
        }
    }

    /// Changes the entry under a name, and returns the previous one. The function is called again if another process was
    /// faster.
    public func update(
        _ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
    ) async -> StoreEntry? {
        if let before = await shared({ try await self.exchange(name, change) }) { return before }
        return local.withLockedValue { local in
            let before = local.seen[name] ?? nil
            if local.changed[name] == nil { local.changed[name] = .some(before) }
            local.seen[name] = .some(change(before))
            return before
        }
    }

    // MARK: The server

    private func shared<Value: Sendable>(_ work: @Sendable () async throws -> Value) async -> Value? {
        await server.perform {
            try await self.returnChanges()
            return try await work()
        }
    }

    /// Writes what was changed while the server was away, unless another process has changed it, too.
    private func returnChanges() async throws {
        let changed = local.withLockedValue { local in
            local.changed.map { name, before in (name, before, local.seen[name] ?? nil) }
        }
        for (name, before, now) in changed {
            _ = try await compareAndSet(name, before.map(Self.bytes), now.map(Self.bytes))
            local.withLockedValue { $0.changed[name] = nil }
        }
    }

    private func get(_ name: String) async throws -> StoreEntry? {
        switch try await server.client.send([Array("GET".utf8), key(name)]) {
        case .bytes(let bytes): return Self.entry(bytes)
        case .null: return nil
        default: throw MalformedReply()
        }
    }

    /// Changes an entry until no other process is faster, and returns what it was before.
    private func exchange(
        _ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?
    ) async throws -> StoreEntry? {
        // Most often, the entry is as this process saw it last.
        var bytes = local.withLockedValue { $0.seen[name] ?? nil }.map(Self.bytes)
        while true {
            let before = bytes.flatMap(Self.entry)
            let after = change(before)
            let (isDone, current) = try await compareAndSet(name, bytes, after.map(Self.bytes))
            guard isDone else {
                bytes = current
                continue
            }
            local.withLockedValue { $0.seen[name] = .some(after) }
            return before
        }
    }

    /// Sets a key if it has a value, and returns whether it did, and the value that it has if it didn't.
    private func compareAndSet(
        _ name: String, _ before: [UInt8]?, _ after: [UInt8]?
    ) async throws -> (isDone: Bool, current: [UInt8]?) {
        // No entry is empty: it has a date at least.
        let reply = try await server.client.send([
            Array("EVAL".utf8), Array(Self.script.utf8), Array("1".utf8), key(name), before ?? [], after ?? [],
        ])
        switch reply {
        case .number: return (true, nil)
        case .bytes(let bytes): return (false, bytes.isEmpty ? nil : bytes)
        default: throw MalformedReply()
        }
    }

    private static let script = """
        local value = redis.call('GET', KEYS[1]) or ''
        if value ~= ARGV[1] then return value end
        if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2]) end
        return 1
        """

    private func key(_ name: String) -> [UInt8] { Array((prefix + name).utf8) }

    // Eight bytes for the date, in seconds since 2001, and then the data.
    private static func bytes(_ entry: StoreEntry) -> [UInt8] {
        entry.date.bytes + entry.data
    }

    private static func entry(_ bytes: [UInt8]) -> StoreEntry? {
        Date(bytes: bytes.prefix(8)).map { StoreEntry(data: Data(bytes.dropFirst(8)), date: $0) }
    }
}
