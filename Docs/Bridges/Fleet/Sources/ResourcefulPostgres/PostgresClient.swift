import NIOConcurrencyHelpers

/// Several connections to a server, used in turn.
final class PostgresClient: Sendable {
    private let lines: [PostgresLine]
    private let next = NIOLockedValueBox(0)
    private let timeout: Duration

    init(_ address: String, connections: Int, timeout: Duration, setup: PostgresSetup) {
        self.timeout = timeout
        lines = (0..<max(1, connections)).map { _ in PostgresLine(address, timeout: timeout, setup: setup) }
    }

    /// Throws unless the server answers on all connections. Those that were lost are opened again, so that no load has
    /// to wait for that when the server is used again, and is too late.
    func probe() async throws {
        let end = ContinuousClock.now + max(timeout, .seconds(2))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for line in lines { group.addTask { _ = try await line.rows("SELECT 1", [], until: end) } }
            try await group.waitForAll()
        }
    }

    /// Ends all connections.
    func close() async {
        for line in lines { await line.close() }
    }

    /// Runs a command with values of the type `bytea`, and returns the rows.
    func rows(_ command: String, _ values: [[UInt8]?] = []) async throws -> [[[UInt8]?]] {
        // Commands that wait for the same connection don't add their times up.
        let end = ContinuousClock.now + timeout
        let number = next.withLockedValue { next in
            defer { next = (next + 1) % lines.count }
            return next
        }
        return try await lines[number].rows(command, values, until: end)
    }
}

extension [UInt8] {
    /// Two digits for each byte.
    var hexadecimal: [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}

extension Double {
    /// The number as PostgreSQL sends and receives a float8.
    var float8: [UInt8] { withUnsafeBytes(of: bitPattern.bigEndian) { Array($0) } }
}
