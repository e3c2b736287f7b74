import NIOConcurrencyHelpers
import ResourcefulFleet
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The responses in a server of Redis.
///
/// The record of removals has the date of the last one (8 bytes) and the generation (8 bytes), which the names of all
/// entries begin with. A new generation removes all entries in one step. If the record is lost, so are the entries.
final class RedisResponses: ResponseServer {
    private let client: RedisClient
    private let prefix: String
    /// The generation that the server had last.
    private let generation = NIOLockedValueBox(RedisResponses.newGeneration)

    init(client: RedisClient, prefix: String) { (self.client, self.prefix) = (client, prefix) }

    func shelves(_ names: [ResponseName]) async throws -> [Shelf] {
        while true {
            let now = generation.withLockedValue { $0 }
            let values = try await client.values([record] + names.map { key($0, now) })
            let shelves = values.dropFirst().compactMap { shelf(entry: $0 ?? [], record: values[0] ?? [], of: now) }
            if shelves.count == names.count { return shelves }
            if values[0]?.count != 16 { try await renew(Date.distantPast, isAll: false) }
        }
    }

    func exchange(
        _ name: ResponseName, _ before: Shelf, for after: SharedEntry?, life: Duration
    ) async throws -> Exchange<Shelf> {
        let now = Array(before.record.suffix(8))
        let reply = try await client.run(
            Self.exchanging, [key(name, now), record], Array(before.entry?.mark ?? []), before.record,
            after?.bytes ?? [], life.milliseconds)
        if case .number = reply { return .done }
        guard case .list(let values) = reply, values.count == 2 else { throw MalformedReply() }
        guard let found = shelf(entry: values[0].content, record: values[1].content, of: now) else {
            return .found(try await shelves([name])[0])
        }
        return .found(found)
    }

    /// Returns what was found; nil if the server has another generation now, or none.
    private func shelf(entry: [UInt8], record: [UInt8], of expected: [UInt8]) -> Shelf? {
        guard record.count == 16 else { return nil }
        let now = Array(record.suffix(8))
        guard now == expected else {
            generation.withLockedValue { $0 = now }
            return nil
        }
        let date = Date(bytes: record.prefix(8)).flatMap { $0 == .distantPast ? nil : $0 }
        return Shelf(entry: SharedEntry(entry), removal: date, record: record)
    }

    func probe() async throws { try await client.probe() }

    func close() async { await client.close() }

    // MARK: Removing

    func discard(_ names: [ResponseName]) async throws {
        guard let record = try await client.values([record])[0], record.count == 16 else { return }
        let now = Array(record.suffix(8))
        try await unlink(names.map { key($0, now) })
    }

    func remove(_ selections: Set<CacheSelection>) async throws {
        // First this, so that nothing that was requested before comes back.
        let own = key(nil, try await renew(Date(), isAll: selections.contains(.all)))
        try await scan(for: prefix.escapedAsPattern + "e*") { keys in
            // What is of an older generation is only in the way.
            let old = keys.filter { !$0.starts(with: own) }
            try await self.unlink(old + self.selected(by: selections, of: keys.filter { $0.starts(with: own) }))
        }
    }

    /// Sets the time of the last removal, and returns the generation: a new one if there is none, or if all is removed.
    @discardableResult private func renew(_ date: Date, isAll: Bool) async throws -> [UInt8] {
        let reply = try await client.run(
            Self.removing, [record], date.bytes + Self.newGeneration, Array((isAll ? "1" : "0").utf8))
        guard reply.content.count == 16 else { throw MalformedReply() }
        let now = Array(reply.content.suffix(8))
        generation.withLockedValue { $0 = now }
        return now
    }

    /// Passes all keys to a function that a pattern matches.
    private func scan(for pattern: String, _ use: ([[UInt8]]) async throws -> Void) async throws {
        var cursor = Array("0".utf8)
        repeat {
            let reply = try await client.send(
                "SCAN", cursor, Array("MATCH".utf8), Array(pattern.utf8), Array("COUNT".utf8), Array("500".utf8))
            guard case .list(let page) = reply, page.count == 2, case .list(let keys) = page[1] else {
                throw MalformedReply()
            }
            if !keys.isEmpty { try await use(keys.map(\.content)) }
            cursor = page[0].content
        } while cursor != Array("0".utf8)
    }

    /// Returns the keys of the entries that one of the selections contains. The beginning of each tells.
    private func selected(by selections: Set<CacheSelection>, of keys: [[UInt8]]) async throws -> [[UInt8]] {
        let urls = selections.compactMap(\.nameOfURL)
        let others = selections.filter { $0 != .all && $0.nameOfURL == nil }
        let start = key(nil, []).count + 17
        var (found, rest) = ([[UInt8]](), [[UInt8]]())
        for key in keys {
            let isFound = urls.contains { key.dropFirst(start).starts(with: $0.utf8) }
            if isFound { found.append(key) } else { rest.append(key) }
        }
        guard !others.isEmpty, !rest.isEmpty else { return found }
        for (key, head) in zip(rest, try await heads(rest, SharedEntry.Head.usualLength)) {
            let whole = SharedEntry.Head(head) == nil ? try await heads([key], 1 << 20)[0] : head
            guard !whole.isEmpty, let head = SharedEntry.Head(whole) else { continue }
            if others.contains(where: { $0.contains(head.key, received: head.received) }) { found.append(key) }
        }
        return found
    }

    private func heads(_ keys: [[UInt8]], _ length: Int) async throws -> [[UInt8]] {
        try await client.sendAll(
            keys.map { [Array("GETRANGE".utf8), $0, Array("0".utf8), Array("\(length - 1)".utf8)] }
        ).map(\.content)
    }

    private func unlink(_ keys: [[UInt8]]) async throws {
        for start in stride(from: 0, to: keys.count, by: 500) {
            _ = try await client.send([Array("UNLINK".utf8)] + keys[start..<min(start + 500, keys.count)])
        }
    }

    /// Sets an entry if it has its mark, and the last removal is the one that is known.
    private static let exchanging = RedisScript(
        """
        local mark = redis.call('GETRANGE', KEYS[1], 0, 7)
        local record = redis.call('GET', KEYS[2]) or ''
        if mark ~= ARGV[1] or record ~= ARGV[2] then return {redis.call('GET', KEYS[1]) or '', record} end
        if ARGV[3] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4]) end
        return 1
        """)

    /// Sets the time of the last removal, unless it is later, and the generation if all is removed or there is none.
    private static let removing = RedisScript(
        """
        local last = redis.call('GET', KEYS[1])
        local date, generation = string.sub(ARGV[1], 1, 8), string.sub(ARGV[1], 9)
        if last and #last == 16 then
            if struct.unpack('<d', last) > struct.unpack('<d', date) then date = string.sub(last, 1, 8) end
            if ARGV[2] == '0' then generation = string.sub(last, 9) end
        end
        redis.call('SET', KEYS[1], date .. generation)
        return date .. generation
        """)

    // MARK: Names

    private static var newGeneration: [UInt8] { withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { Array($0) } }

    private var record: [UInt8] { Array((prefix + "removals").utf8) }

    /// The key of an entry; without a name, what those of a generation begin with.
    private func key(_ name: ResponseName?, _ generation: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        let text = generation.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return Array((prefix + "e").utf8) + (text.isEmpty ? [] : text + [UInt8(ascii: "/")])
            + Array((name?.text ?? "").utf8)
    }
}

extension CacheSelection {
    /// What the names of all that is selected begin with; nil if the names don't tell.
    fileprivate var nameOfURL: String? { if case .url(let url) = self { ResponseName.prefix(of: url) } else { nil } }
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
