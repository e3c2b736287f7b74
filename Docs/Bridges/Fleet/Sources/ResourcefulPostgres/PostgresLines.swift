import NIOConcurrencyHelpers

/// Several connections of libpq. What is asked goes over the one that has the least to do.
final class PostgresLines: PostgresStatements {
    let server: String?
    private let lines: [PostgresLine]
    private struct State: Sendable {
        /// How many statements wait for each.
        var loads: [Int]
        /// Which was used last.
        var last = 0

        /// Those that have nothing to do are used in turn, so that all are open.
        mutating func next() -> Int {
            let turn = loads.indices.map { ($0 + last + 1) % loads.count }
            last = turn.min { loads[$0] < loads[$1] } ?? 0
            return last
        }
    }

    private let state: NIOLockedValueBox<State>

    /// Creates so many connections, which are opened when they are used.
    init(_ address: String, connections: Int, setup: PostgresSetup) {
        server = address
        lines = (0..<max(1, connections)).map { _ in PostgresLine(address, setup: setup) }
        state = NIOLockedValueBox(State(loads: lines.map { _ in 0 }))
    }

    var count: Int { lines.count }

    func rows(_ statement: String, _ values: [[UInt8]?], _ limit: AnswerLimit) async throws -> [[[UInt8]?]] {
        try await rows(statement, values, over: state.withLockedValue { $0.next() }, limit)
    }

    /// Those that were lost are opened again, so that no load has to wait for that when the server is used again, and is
    /// too late.
    func probe(_ limit: AnswerLimit) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in lines.indices { group.addTask { try await self.ask(over: index, limit) } }
            try await group.waitForAll()
        }
    }

    func ask(_ limit: AnswerLimit) async throws {
        guard let index = state.withLockedValue({ $0.loads.firstIndex(of: 0) }) else { throw CancellationError() }
        try await ask(over: index, limit)
    }

    func close() async {
        for line in lines { await line.close() }
    }

    private func ask(over index: Int, _ limit: AnswerLimit) async throws {
        _ = try await rows("SELECT 1", [], over: index, limit)
    }

    private func rows(
        _ statement: String, _ values: [[UInt8]?], over index: Int, _ limit: AnswerLimit
    ) async throws -> [[[UInt8]?]] {
        state.withLockedValue { $0.loads[index] += 1 }
        defer { state.withLockedValue { $0.loads[index] -= 1 } }
        return try await lines[index].rows(statement, values, limit)
    }
}
