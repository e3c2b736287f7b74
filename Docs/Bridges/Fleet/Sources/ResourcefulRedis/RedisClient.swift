import ResourcefulFleet

/// What stores send to a server of Redis or Valkey.
final class RedisClient: Sendable {
    private let driver: any RedisDriver
    /// With two commands at the same time, more is asked with each, which costs both sides less.
    private let gathering = Gathering<[UInt8], [UInt8]>(atOnce: 2)

    init(_ driver: some RedisDriver) { self.driver = driver }

    /// Sends a command and its arguments.
    func send(_ name: String, _ arguments: [UInt8]...) async throws -> RedisValue {
        try await send([Array(name.utf8)] + arguments)
    }

    /// Sends a command.
    ///
    /// - Throws: ``RedisFailure`` if the server rejects it, and any error of the connection; then the server may or may
    ///   not have carried the command out.
    func send(_ words: [[UInt8]]) async throws -> RedisValue {
        let value = try await driver.send(words)
        guard case .failure(let message) = value else { return value }
        let hint = message.hasPrefix("CROSSSLOT") ? "; for a cluster, the prefix needs a hash tag: {shop}/" : ""
        throw RedisFailure(message + hint, isRejection: true)
    }

    /// Throws unless the server answers.
    func probe() async throws { _ = try await send("PING") }

    /// Ends what is connected.
    func close() async { await driver.close() }

    /// Returns the bytes under keys; nil for those that have none. Those of many tasks are read with one command.
    func values(_ keys: [[UInt8]]) async throws -> [[UInt8]?] {
        try await gathering.values(keys) { keys in
            guard case .list(let values) = try await self.send([Array("MGET".utf8)] + keys), values.count == keys.count
            else { throw MalformedReply() }
            var found: [[UInt8]: [UInt8]] = [:]
            for case (let key, .bytes(let bytes)) in zip(keys, values) { found[key] = bytes }
            return found
        }
    }

    /// Sends commands, all before the first reply, and returns the replies.
    func sendAll(_ commands: [[[UInt8]]]) async throws -> [RedisValue] {
        try await withThrowingTaskGroup(of: (Int, RedisValue).self) { group in
            for (index, words) in commands.enumerated() { group.addTask { (index, try await self.send(words)) } }
            var replies = [RedisValue](repeating: .null, count: commands.count)
            for try await (index, reply) in group { replies[index] = reply }
            return replies
        }
    }
}
