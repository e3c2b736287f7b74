import NIOConcurrencyHelpers
public import NIOCore
public import NIOPosix
public import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A cache of responses in Redis or Valkey, which many processes and machines share.
///
///     let cache = RedisCache(at: .host("redis.internal"), prefix: "shop/responses/")
///     let webservice = Webservice(baseURL: api, policies: [.cache(in: cache)])
///
/// - A hit costs a round trip. A ``TieredCache`` in front saves it, but doesn't see what other machines change.
/// - A change compares and sets the entry in one step on the server, and is repeated if another process was faster.
/// - After ``remove(_:)`` has returned, no machine finds the entries, and none keeps a response that it requested earlier.
///   The machines' clocks decide what is earlier, so keep them together, as NTP does.
/// - Responses that may only be kept in memory aren't kept. Use a ``TieredCache`` for them.
/// - The server evicts entries: give it a memory limit with the policy `allkeys-lru`. Entries also expire some time after
///   their last change.
/// - If the server can't be reached, is slow or full, nothing is found and kept, and loads continue. What this process has
///   changed or removed meanwhile is removed on the server before it is used again.
public final class RedisCache: CacheStore {
    /// What must be removed when the server is back.
    private struct Missed {
        var keys: Set<CacheKey> = []
        var selections: Set<CacheSelection> = []

        /// So many are remembered; after more of them, all entries are removed.
        static let maximum = 1_000

        mutating func limit() {
            if keys.count + selections.count > Self.maximum { (keys, selections) = ([], [.all]) }
        }
    }

    private let server: SharedServer
    private let prefix: String
    private let lifetime: Int
    private let maximumSize: Int
    private let missed = NIOLockedValueBox(Missed())

    /// Creates a cache. It connects when it is first used.
    ///
    /// - Parameters:
    ///   - address: Where the server is.
    ///   - prefix: What the names of the keys begin with. Nothing else may use it.
    ///   - lifetime: How long an entry stays after its last change.
    ///   - maximumSize: The largest entry that is kept, in bytes; of one with many variants, the latest are kept.
    ///   - timeout: How long a command may take. After that, the load continues without the server.
    ///   - pause: How long the server isn't tried again after a failure.
    ///   - group: The event loops; those that the process shares by default.
    ///   - events: Receives what happens to the connection, on any thread.
    public init(
        at address: RedisAddress, prefix: String = "resourceful/responses/", lifetime: Duration = .seconds(7 * 86_400),
        maximumSize: Int = 8 << 20, timeout: Duration = .milliseconds(250), pause: Duration = .seconds(1),
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        events: @escaping @Sendable (RedisEvent) -> Void = { _ in }
    ) {
        server = SharedServer(
            RedisClient(address, timeout: timeout, group: group), pause: pause, report: events)
        (self.prefix, self.maximumSize) = (prefix, maximumSize)
        self.lifetime = Int(max(1, min(lifetime / .milliseconds(1), 1e15)))
    }

    /// Returns the entry under a key, if there is one.
    public func entry(for key: CacheKey) async -> CacheEntry? {
        await shared {
            switch try await self.server.client.send("GET", self.name(of: key)) {
            case .bytes(let bytes): SharedEntry(bytes)?.entry(for: key)
            case .null: nil
            default: throw MalformedReply()
            }
        } ?? nil
    }

    /// Changes the entry under a key. The function is called again if another process was faster.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        // While it isn't known what became of the change, the entry must not be found.
        let isDone: Void? = await withoutActuallyEscaping(change) { change in
            await shared { try await self.exchange(key, change) }
        }
        guard isDone == nil else { return }
        missed.withLockedValue { missed in
            missed.keys.insert(key)
            missed.limit()
        }
    }

    /// Removes entries. Looks at the name of each entry that the server has.
    public func remove(_ selection: CacheSelection) async {
        let isDone: Void? = await shared { try await self.removeNow(selection) }
        guard isDone == nil else { return }
        missed.withLockedValue { missed in
            missed.selections.insert(selection)
            missed.limit()
        }
    }

    // MARK: The server

    private func shared<Value: Sendable>(_ work: @Sendable () async throws -> Value) async -> Value? {
        await server.perform {
            try await self.removeMissed()
            return try await work()
        }
    }

    /// Removes what was changed or removed while the server was away.
    private func removeMissed() async throws {
        let now = missed.withLockedValue { $0 }
        guard !now.keys.isEmpty || !now.selections.isEmpty else { return }
        for key in now.keys { _ = try await server.client.send("UNLINK", name(of: key)) }
        for selection in now.selections { try await removeNow(selection) }
        missed.withLockedValue { missed in
            missed.keys.subtract(now.keys)
            missed.selections.subtract(now.selections)
        }
    }

    private func exchange(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async throws {
        let name = name(of: key)
        var (bytes, removal): ([UInt8], [UInt8])
        switch try await server.client.send("MGET", name, removalName) {
        case .list(let values) where values.count == 2: (bytes, removal) = (values[0].content, values[1].content)
        default: throw MalformedReply()
        }
        while true {
            let found = SharedEntry(bytes)
            let before = found?.entry(for: key)
            let after = change(before).flatMap { kept($0, in: before, removal: Date(bytes: removal)) }
            let reply = try await server.client.send(
                "EVAL", Array(Self.exchanging.utf8), Array("2".utf8), name, removalName, Array(bytes.prefix(8)),
                removal,
                after.map { SharedEntry($0, for: key).bytes } ?? [], Array("\(lifetime)".utf8))
            switch reply {
            case .number: return
            case .list(let values) where values.count == 2: (bytes, removal) = (values[0].content, values[1].content)
            default: throw MalformedReply()
            }
        }
    }

    /// Returns what is kept of an entry; nil if nothing is worth it.
    private func kept(_ entry: CacheEntry, in before: CacheEntry?, removal: Date?) -> CacheEntry? {
        var entry = entry
        entry.responses.removeAll(where: \.isVolatile)
        while entry.size > maximumSize, !entry.responses.isEmpty { entry.responses.removeLast() }
        return entry.outliving(removal, in: before)
    }

    private func removeNow(_ selection: CacheSelection) async throws {
        // First this, so that nothing that was requested before comes back.
        _ = try await server.client.send(
            "EVAL", Array(Self.removing.utf8), Array("1".utf8), removalName, Date().bytes, Array("\(lifetime)".utf8))
        var cursor = Array("0".utf8)
        repeat {
            let reply = try await server.client.send(
                "SCAN", cursor, Array("MATCH".utf8), Array((prefix.escapedAsPattern + "e*").utf8), Array("COUNT".utf8),
                Array("500".utf8))
            guard case .list(let page) = reply, page.count == 2, case .list(let names) = page[1] else {
                throw MalformedReply()
            }
            for name in names.map(\.content) where try await selects(selection, name) {
                _ = try await server.client.send("UNLINK", name)
            }
            cursor = page[0].content
        } while cursor != Array("0".utf8)
    }

    private func selects(_ selection: CacheSelection, _ name: [UInt8]) async throws -> Bool {
        guard let key = key(of: name) else { return false }
        guard case .receivedBefore = selection else { return selection.contains(key, received: .distantPast) }
        let received = try await server.client.send("GETRANGE", name, Array("8".utf8), Array("15".utf8))
        return Date(bytes: received.content).map { selection.contains(key, received: $0) } ?? true
    }

    /// Sets an entry if it has its mark, and the last removal is the one that is known.
    private static let exchanging = """
        local mark = redis.call('GETRANGE', KEYS[1], 0, 7)
        local removal = redis.call('GET', KEYS[2]) or ''
        if mark ~= ARGV[1] or removal ~= ARGV[2] then return {redis.call('GET', KEYS[1]) or '', removal} end
        if ARGV[3] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4]) end
        return 1
        """

    /// Sets the time of the last removal, unless it is later.
    private static let removing = """
        local last = redis.call('GET', KEYS[1])
        if not last or struct.unpack('<d', last) < struct.unpack('<d', ARGV[1]) then
            redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
        end
        return 1
        """

    // MARK: Names

    private var removalName: [UInt8] { Array((prefix + "removed").utf8) }

    private func name(of key: CacheKey) -> [UInt8] {
        // No normalized URL has a line feed.
        Array((prefix + "e" + key.url + "\n" + key.qualifier).utf8)
    }

    private func key(of name: [UInt8]) -> CacheKey? {
        guard name.starts(with: (prefix + "e").utf8) else { return nil }
        let parts = name.dropFirst(prefix.utf8.count + 1).split(
            separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return CacheKey(
            url: String(decoding: parts[0], as: UTF8.self), qualifier: String(decoding: parts[1], as: UTF8.self))
    }
}

extension String {
    /// The text as a pattern that only matches itself.
    fileprivate var escapedAsPattern: String {
        reduce(into: "") { pattern, character in
            if "*?[]^-\\".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
    }
}
