public import ResourcefulFleet
public import ResourcefulLoading

/// A store in a PostgreSQL database, which many processes and machines share: tokens, cookies, rates and leases.
///
///     let store = PostgresStore(at: "host=db.internal dbname=shop user=shop")
///     let webservice = Webservice(
///         baseURL: api, policies: [.bearer(for: api, lease: .seconds(30), refreshing: refreshing)], store: store)
///
/// - The address is a connection string of libpq, with a password, TLS and several hosts if you like. The table
///   `resourceful_entries` is created if it isn't there.
/// - A change compares and sets an entry in one statement, and is repeated if another process was faster. What is asked
///   of one entry while a statement for it is under way is done together, with one more statement.
/// - What policies can start over without, such as budgets and circuits, stays in this process; see ``Sharing``.
/// - If the server can't be reached, refuses a command or is slow, loads continue with the entries that this process
///   saw last, and its own changes of them. One task tries the server again, at once and then a second later, and first
///   writes each entry that only this process has changed; if another has changed it, its change counts.
/// - A canceled load, as one whose deadline is over, doesn't wait for the server; what it has begun to change is
///   changed.
/// - The store says in `events` when the server is away, and when it is back.
public final class PostgresStore: EntryStore, ConnectedStore {
    private let entries: SharedEntries<PostgresEntries>

    /// Creates a store. It connects when it is first used.
    ///
    /// - Parameters:
    ///   - address: A connection string or URL of libpq. What it leaves out, libpq takes from the environment.
    ///   - prefix: What the names of the entries begin with.
    ///   - sharing: Which entries are on the server. The others are in the memory of this process.
    ///   - lifetime: How long an entry stays that nobody uses. Counters of policies stay for a day at most.
    ///   - remembering: For how long an entry that was read answers further reads of this process; a command less for
    ///     each load. A token that another process has renewed or removed is used for so much longer, so give the
    ///     policy a lease: with it, a refresh always begins with the token that the server has.
    ///   - cipher: How entries are encrypted; nil to keep them as they are.
    ///   - connections: The number of connections.
    ///   - timeout: How long a load waits for the server. After that, it continues without it, and what it has asked
    ///     goes on. A server that doesn't answer for three times as long counts as away, and its connections as lost.
    ///   - pause: How long the server isn't tried again after an attempt has failed.
    ///   - events: Receives what happens to the server, on any thread.
    public convenience init(
        at address: String, prefix: String = "", sharing: Sharing = .standard,
        lifetime: Duration = .seconds(30 * 86_400), remembering: Duration = .zero, cipher: EntryCipher? = nil,
        connections: Int = 2,
        timeout: Duration = .milliseconds(500), pause: Duration = .seconds(1),
        events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        let lines = PostgresLines(address, connections: connections, setup: PostgresEntries.setup)
        self.init(
            PostgresEntries(client: PostgresClient(lines, timeout: timeout), prefix: prefix, lifetime: lifetime),
            pause, events, sharing, cipher, remembering)
    }

    /// Creates a store that uses the connections of another client, so many at the same time. The other parameters are
    /// as above.
    public convenience init(
        over driver: some PostgresDriver, prefix: String = "", sharing: Sharing = .standard,
        lifetime: Duration = .seconds(30 * 86_400), remembering: Duration = .zero, cipher: EntryCipher? = nil,
        connections: Int = 2,
        timeout: Duration = .milliseconds(500), pause: Duration = .seconds(1),
        events: @escaping @Sendable (FleetEvent) -> Void = { _ in }
    ) {
        let driven = DrivenStatements(driver, connections: connections, setup: PostgresEntries.setup)
        self.init(
            PostgresEntries(client: PostgresClient(driven, timeout: timeout), prefix: prefix, lifetime: lifetime),
            pause, events, sharing, cipher, remembering)
    }

    private init(
        _ server: PostgresEntries, _ pause: Duration, _ events: @escaping @Sendable (FleetEvent) -> Void,
        _ sharing: Sharing, _ cipher: EntryCipher?, _ remembering: Duration
    ) {
        entries = SharedEntries(
            server, Availability(pause: pause, liveness: server.client.liveness, report: events), sharing: sharing,
            cipher: cipher, life: server.lifetime, remembering: remembering)
    }

    /// Closes the connections, after what was sent before is answered. Call it when no load uses the store any longer;
    /// one that does continues with what this process knows.
    public func close() async { await entries.close() }

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
