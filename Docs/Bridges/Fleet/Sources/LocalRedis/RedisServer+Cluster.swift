extension RedisServer {
    /// A server of a cluster, without any slots, at a port of 127.0.0.1.
    package static func cluster() async throws -> RedisServer {
        var last: (any Error)?
        for _ in 0..<5 {
            let port = Int.random(in: 20_000...40_000)
            do {
                return try await running(
                    ["--cluster-enabled", "yes", "--bind", "127.0.0.1", "--port", "\(port)"], port: port)
            } catch {
                // Somebody else has the port.
                last = error
            }
        }
        throw last ?? NoServer(description: "no port is free")
    }

    /// A cluster of two servers, of which each has half of the slots.
    package static func clusterOfTwo() async throws -> [RedisServer] {
        let servers = [try await cluster(), try await cluster()]
        for (number, slots) in ["0 8191", "8192 16383"].enumerated() {
            _ = servers[number].answer(to: "CLUSTER SET-CONFIG-EPOCH \(number + 1)\r\n")
            _ = servers[number].answer(to: "CLUSTER ADDSLOTSRANGE \(slots)\r\n")
        }
        _ = servers[0].answer(to: "CLUSTER MEET 127.0.0.1 \(servers[1].port)\r\n")
        for _ in 0..<1_000 where !servers.allSatisfy(\.isInWholeCluster) {
            try await Task.sleep(for: .milliseconds(20))
        }
        guard servers.allSatisfy(\.isInWholeCluster) else { throw NoServer(description: "the cluster doesn't form") }
        return servers
    }

    private var isInWholeCluster: Bool {
        let answer = answer(to: "CLUSTER INFO\r\n")
        return answer.contains("cluster_state:ok") && answer.contains("cluster_known_nodes:2")
    }
}
