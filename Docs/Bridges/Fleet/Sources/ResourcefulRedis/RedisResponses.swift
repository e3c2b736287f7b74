import ResourcefulFleet
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The responses in a server of Redis.
struct RedisResponses: ResponseServer {
    let client: RedisClient
    let prefix: String
    /// How long an entry stays after its last change, in milliseconds.
    let lifetime: Int

    func entry(_ key: CacheKey) async throws -> SharedEntry? {
        switch try await client.send("GET", name(of: key)) {
        case .bytes(let bytes): SharedEntry(bytes)
        case .null: nil
        default: throw MalformedReply()
        }
    }

    func shelf(_ key: CacheKey) async throws -> Shelf {
        try shelf(try await client.send("MGET", name(of: key), removalName))
    }

    func exchange(_ key: CacheKey, _ before: Shelf, for after: SharedEntry?) async throws -> Exchange<Shelf> {
        let reply = try await client.send(
            "EVAL", Array(Self.exchanging.utf8), Array("2".utf8), name(of: key), removalName,
            Array(before.entry?.mark ?? []), before.removal?.bytes ?? [], after?.bytes ?? [], Array("\(lifetime)".utf8))
        if case .number = reply { return .done }
        return .found(try shelf(reply))
    }

    private func shelf(_ reply: RedisValue) throws -> Shelf {
        guard case .list(let values) = reply, values.count == 2 else { throw MalformedReply() }
        return Shelf(entry: SharedEntry(values[0].content), removal: Date(bytes: values[1].content))
    }

    func discard(_ keys: Set<CacheKey>) async throws {
        for key in keys { _ = try await client.send("UNLINK", name(of: key)) }
    }

    func remove(_ selection: CacheSelection) async throws {
        // First this, so that nothing that was requested before comes back.
        _ = try await client.send(
            "EVAL", Array(Self.removing.utf8), Array("1".utf8), removalName, Date().bytes, Array("\(lifetime)".utf8))
        var cursor = Array("0".utf8)
        repeat {
            let reply = try await client.send(
                "SCAN", cursor, Array("MATCH".utf8), Array((prefix.escapedAsPattern + "e*").utf8), Array("COUNT".utf8),
                Array("500".utf8))
            guard case .list(let page) = reply, page.count == 2, case .list(let names) = page[1] else {
                throw MalformedReply()
            }
            for name in names.map(\.content) where try await selects(selection, name) {
                _ = try await client.send("UNLINK", name)
            }
            cursor = page[0].content
        } while cursor != Array("0".utf8)
    }

    private func selects(_ selection: CacheSelection, _ name: [UInt8]) async throws -> Bool {
        guard let key = key(of: name) else { return false }
        guard case .receivedBefore = selection else { return selection.contains(key, received: .distantPast) }
        let received = try await client.send("GETRANGE", name, Array("8".utf8), Array("15".utf8))
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

    private func name(of key: CacheKey) -> [UInt8] { Array((prefix + "e" + key.line).utf8) }

    private func key(of name: [UInt8]) -> CacheKey? {
        guard name.starts(with: (prefix + "e").utf8) else { return nil }
        return CacheKey(line: name.dropFirst(prefix.utf8.count + 1))
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
