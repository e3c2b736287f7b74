/// What a store needs on the server.
struct PostgresSetup: Sendable {
    /// Finds out whether all is there.
    private let test: String
    /// Creates all.
    private let creation: String
    /// Deletes some of the rows that have expired.
    private let upkeep: String

    /// Creates a setup.
    ///
    /// - Parameters:
    ///   - function: The function that is created last.
    ///   - table: The table whose rows expire.
    ///   - lock: A number for the lock of those that create all at the same time.
    ///   - statements: What creates all.
    init(function: String, table: String, lock: Int, statements: String) {
        test = "SELECT to_regprocedure('\(function)') IS NOT NULL"
        creation = """
            DO $setup$ BEGIN
            PERFORM pg_advisory_xact_lock(\(lock));
            \(statements)
            END $setup$
            """
        upkeep = """
            DELETE FROM \(table) WHERE id IN (
                SELECT id FROM \(table) WHERE expires < now() LIMIT 1000 FOR UPDATE SKIP LOCKED)
            """
    }

    /// Creates what isn't there, and deletes what has expired.
    func run(_ rows: (String) async throws -> [[[UInt8]?]]) async throws {
        // A boolean is one byte.
        if try await rows(test) != [[[1]]] { _ = try await rows(creation) }
        do {
            _ = try await rows(upkeep)
        } catch let failure as PostgresFailure where failure.isRejection {
            // A full server deletes nothing, and can be read all the same.
        }
    }

    /// Does so over a connection that is waited for.
    func run(_ rows: (String) throws -> [[[UInt8]?]]) throws {
        if try rows(test) != [[[1]]] { _ = try rows(creation) }
        do {
            _ = try rows(upkeep)
        } catch let failure as PostgresFailure where failure.isRejection {
            // As above.
        }
    }
}
