import ResourcefulFleet

extension RedisClient {
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
