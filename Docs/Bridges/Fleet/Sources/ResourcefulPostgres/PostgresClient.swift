import NIOConcurrencyHelpers

/// Several connections to a server, used in turn.
final class PostgresClient: Sendable {
    private let lines: [PostgresLine]
    private let next = NIOLockedValueBox(0)

    init(_ address: String, connections: Int, timeout: Duration, setup: String) {
        lines = (0..<max(1, connections)).map { _ in PostgresLine(address, timeout: timeout, setup: setup) }
    }

    /// Runs a command with values of the type `bytea`, and returns the rows.
    func rows(_ command: String, _ values: [[UInt8]?] = []) async throws -> [[[UInt8]?]] {
        let number = next.withLockedValue { next in
            defer { next = (next + 1) % lines.count }
            return next
        }
        return try await lines[number].rows(command, values)
    }
}
