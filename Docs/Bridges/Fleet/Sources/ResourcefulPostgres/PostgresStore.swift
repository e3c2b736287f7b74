public import ResourcefulFleet
public import ResourcefulLoading

/// A store in a PostgreSQL database, which many processes and machines share: tokens, cookies, budgets, rates and
/// leases.
///
///     let store = PostgresStore(at: "host=db.internal dbname=shop user=shop")
///     let webservice = Webservice(
///         baseURL: api, policies: [.bearer(for: api, lease: .seconds(30), refreshing: refreshing)], store: store)
///
/// - The address is a connection string of libpq, with a password, TLS and several hosts if you like. The table
///   `resourceful_entries` is created if it isn't there.
/// - A change compares and sets an entry in one statement, and is repeated if another process was faster.
/// - If the server can't be reached, refuses a command or is slow, loads continue with the entries that this process
///   saw last, and its own changes of them. Another attempt follows a second later. Then each entry that only this
///   process has changed is written; if another has changed it, its change counts.
/// - The store says in `events` when that begins and ends.
public final class PostgresStore: EntryStore {
    private let entries: SharedEntries<PostgresEntries>

    /// Creates a store. It connects when it is first used.
    ///
    /// - Parameters:
    ///   - address: A connection string or URL of libpq. What it leaves out, libpq takes from the environment.
    ///   - prefix: What the names of the entries begin with.
    ///   - connections: The number of connections.
    ///   - timeout: How long a command may take. After that, the load continues without the server.
    ///   - pause: How long the server isn't tried again after a failure.
    ///   - events: Receives what happens to the server, on any thread.
    public init(
        at address: String, prefix: String = "", connections: Int = 2, timeout: Duration = .milliseconds(500),
        pause: Duration = .seconds(1), events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        let client = PostgresClient(
            address, connections: connections, timeout: timeout, setup: PostgresEntries.setup)
        entries = SharedEntries(
            PostgresEntries(client: client, prefix: prefix), Availability(pause: pause, report: events))
    }

    /// Returns the entry under a name, if there is one.
    public func read(_ name: String) async -> StoreEntry? { await entries.read(name) }

    /// Changes the entry under a name, and returns the previous one. The function is called again if another process
    /// was faster.
    public func update(
        _ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
    ) async -> StoreEntry? {
        await entries.update(name, change)
    }
}

/// The entries in a database.
struct PostgresEntries: EntryServer {
    let client: PostgresClient
    let prefix: String

    // An index has a limit for the size of its keys, a digest hasn't.

    /// Creates the table. Two that do so at the same time wait for each other.
    static let setup = """
        SELECT pg_advisory_lock(7205759403)

        CREATE TABLE IF NOT EXISTS resourceful_entries (
            id bytea PRIMARY KEY, name bytea NOT NULL, value bytea NOT NULL)

        SELECT pg_advisory_unlock(7205759403)
        """

    func bytes(_ name: String) async throws -> [UInt8]? {
        let rows = try await client.rows(
            "SELECT value FROM resourceful_entries WHERE id = sha256($1::bytea)", [key(name)])
        return rows.first?.first ?? nil
    }

    func exchange(_ name: String, _ before: [UInt8]?, for after: [UInt8]?) async throws -> Exchange<[UInt8]?> {
        let command =
            switch (before == nil, after == nil) {
            case (true, true): nil as String?
            case (true, false):
                """
                INSERT INTO resourceful_entries VALUES (sha256($1::bytea), $1::bytea, $3::bytea)
                ON CONFLICT DO NOTHING RETURNING octet_length($2::bytea)
                """
            case (false, true):
                """
                DELETE FROM resourceful_entries WHERE id = sha256($1::bytea) AND value = $2::bytea
                RETURNING octet_length($3::bytea)
                """
            case (false, false):
                """
                UPDATE resourceful_entries SET value = $3::bytea
                WHERE id = sha256($1::bytea) AND value = $2::bytea RETURNING 1
                """
            }
        if let command {
            let rows = try await client.rows(command, [key(name), before, after])
            if !rows.isEmpty { return .done }
        }
        let current = try await bytes(name)
        return command == nil && current == nil ? .done : .found(current)
    }

    private func key(_ name: String) -> [UInt8] { Array((prefix + name).utf8) }
}
