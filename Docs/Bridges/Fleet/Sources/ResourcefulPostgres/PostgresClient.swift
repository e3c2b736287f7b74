import NIOConcurrencyHelpers

/// Several connections to a server. Each command takes one that is free, or waits for the next.
final class PostgresClient: Sendable {
    private struct State: Sendable {
        var free: [PostgresLine]
        var waiting: [CheckedContinuation<PostgresLine, Never>] = []
    }

    private let lines: [PostgresLine]
    private let state: NIOLockedValueBox<State>
    private let timeout: Duration

    init(_ address: String, connections: Int, timeout: Duration, setup: PostgresSetup) {
        self.timeout = timeout
        lines = (0..<max(1, connections)).map { _ in PostgresLine(address, timeout: timeout, setup: setup) }
        state = NIOLockedValueBox(State(free: lines))
    }

    /// Throws unless the server answers on all connections. Those that were lost are opened again, so that no load has
    /// to wait for that when the server is used again, and is too late.
    func probe() async throws {
        let end = ContinuousClock.now + max(timeout, .seconds(2))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for line in lines { group.addTask { try await line.probe(until: end) } }
            try await group.waitForAll()
        }
    }

    /// Ends all connections.
    func close() async {
        for line in lines { await line.close() }
    }

    /// Runs a command with values of the type `bytea`, and returns the rows.
    func rows(_ command: String, _ values: [[UInt8]?] = []) async throws -> [[[UInt8]?]] {
        // Commands that wait for a connection don't add their times up.
        let end = ContinuousClock.now + timeout
        let line = await line
        defer { free(line) }
        return try await line.rows(command, values, until: end)
    }

    /// A connection that no other command uses. Those that wait have it in their order.
    private var line: PostgresLine {
        get async {
            await withCheckedContinuation { continuation in
                let line = state.withLockedValue { state in
                    if state.free.isEmpty { state.waiting.append(continuation) }
                    return state.free.isEmpty ? nil : state.free.removeFirst()
                }
                if let line { continuation.resume(returning: line) }
            }
        }
    }

    private func free(_ line: PostgresLine) {
        let next = state.withLockedValue { state in
            if state.waiting.isEmpty { state.free.append(line) }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume(returning: line)
    }
}

extension [[UInt8]?] {
    /// The array as PostgreSQL receives it, with the number of the type of its elements: by default `bytea`.
    func array(of type: Int = 17) -> [UInt8] {
        // One dimension, with nulls, which begins at 1.
        var bytes = [1, 1, type, count, 1].flatMap(\.word)
        for element in self { bytes += (element?.count ?? -1).word + (element ?? []) }
        return bytes
    }
}

extension Int {
    /// The number as PostgreSQL sends and receives an int4.
    fileprivate var word: [UInt8] { withUnsafeBytes(of: Int32(clamping: self).bigEndian) { Array($0) } }
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
