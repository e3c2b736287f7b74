import ResourcefulFleet

/// A server, and how long it may take.
final class PostgresClient: Sendable {
    let liveness: Liveness
    private let statements: any PostgresStatements
    private let timeout: Duration

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - statements: What carries statements to the server.
    ///   - timeout: How long a load waits for one. A server that doesn't answer for three times as long is away.
    init(_ statements: some PostgresStatements, timeout: Duration) {
        (self.statements, self.timeout) = (statements, timeout)
        liveness = Liveness(wait: timeout, server: statements.server)
        liveness.onDoubt { [weak self] in await self?.ask() }
    }

    /// How many statements are under way at the same time.
    var count: Int { statements.count }

    /// Throws unless the server answers on all connections.
    func probe() async throws {
        try await liveness.asking { isBusy in
            try await statements.probe(AnswerLimit(within: longest, busy: longest, isBusy))
        }
    }

    /// Ends all connections.
    func close() async { await statements.close() }

    /// Runs a statement with binary values, and returns the rows.
    func rows(_ statement: String, _ values: [[UInt8]?] = []) async throws -> [[[UInt8]?]] {
        try await liveness.asking { isBusy in
            try await statements.rows(
                statement, values, AnswerLimit(within: timeout * 3, busy: max(timeout * 3, longest * 5), isBusy))
        }
    }

    /// How long it takes at most to open a connection to a server that is there.
    private var longest: Duration { max(timeout, .seconds(2)) }

    private func ask() async {
        _ = try? await liveness.asking { isBusy in
            try await statements.ask(AnswerLimit(within: timeout * 3, busy: timeout * 3, isBusy))
        }
    }
}

extension [[[UInt8]?]] {
    /// The outcomes of changes in their order, of rows with the place of the change, whether it was made, and what was
    /// found otherwise.
    func placed<Found>(_ found: (ArraySlice<[UInt8]?>) -> Found) throws -> [Exchange<Found>] {
        let outcomes = Dictionary(
            compactMap { row -> (Int, Exchange<Found>)? in
                guard row.count > 2, let place = row[0]?.bigint else { return nil }
                // A boolean is one byte.
                return (place, row[1] == [1] ? .done : .found(found(row[2...])))
            }, uniquingKeysWith: { first, _ in first })
        let placed = (0..<count).compactMap { outcomes[$0 + 1] }
        guard placed.count == count else { throw PostgresFailure("the server hasn't sent all rows") }
        return placed
    }
}

extension [UInt8] {
    /// Two digits for each byte.
    var hexadecimal: [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    /// A number that PostgreSQL has sent as a bigint; nil if these aren't eight bytes.
    var bigint: Int? { count == 8 ? Int(exactly: reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) : nil }
}

extension Double {
    /// The number as PostgreSQL sends and receives a float8.
    var float8: [UInt8] { withUnsafeBytes(of: bitPattern.bigEndian) { Array($0) } }
}
