import ResourcefulFleet
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The responses in a database.
struct PostgresResponses: ResponseServer {
    let client: PostgresClient

    /// Creates the tables, and the function of a change. Each statement of a function sees what was committed before
    /// it, so a change that has waited for a removal knows it.
    static let setup = """
        SELECT pg_advisory_lock(7205759404)

        CREATE TABLE IF NOT EXISTS resourceful_responses (
            id bytea PRIMARY KEY, name bytea NOT NULL, value bytea NOT NULL,
            changed timestamptz NOT NULL DEFAULT now())

        CREATE TABLE IF NOT EXISTS resourceful_removal (number int PRIMARY KEY, time float8 NOT NULL)

        CREATE OR REPLACE FUNCTION resourceful_exchange(
            new_name bytea, old_mark bytea, old_removal float8, new_value bytea)
        RETURNS boolean AS $$
        BEGIN
            PERFORM pg_advisory_xact_lock_shared(7205759405);
            IF (SELECT time FROM resourceful_removal) IS DISTINCT FROM old_removal THEN RETURN false; END IF;
            IF old_mark IS NULL AND new_value IS NULL THEN
                RETURN NOT EXISTS (SELECT FROM resourceful_responses WHERE id = sha256(new_name));
            ELSIF old_mark IS NULL THEN
                INSERT INTO resourceful_responses VALUES (sha256(new_name), new_name, new_value) ON CONFLICT DO NOTHING;
            ELSIF new_value IS NULL THEN
                DELETE FROM resourceful_responses WHERE id = sha256(new_name) AND substr(value, 1, 8) = old_mark;
            ELSE
                UPDATE resourceful_responses SET value = new_value, changed = now()
                WHERE id = sha256(new_name) AND substr(value, 1, 8) = old_mark;
            END IF;
            RETURN FOUND;
        END $$ LANGUAGE plpgsql

        CREATE OR REPLACE FUNCTION resourceful_remove(new_time float8) RETURNS void AS $$
        BEGIN
            PERFORM pg_advisory_xact_lock(7205759405);
            INSERT INTO resourceful_removal VALUES (1, new_time)
            ON CONFLICT (number) DO UPDATE SET time = greatest(resourceful_removal.time, new_time);
        END $$ LANGUAGE plpgsql

        SELECT pg_advisory_unlock(7205759404)
        """

    func entry(_ key: CacheKey) async throws -> SharedEntry? {
        let rows = try await client.rows(
            "SELECT value FROM resourceful_responses WHERE id = sha256($1::bytea)", [Self.name(of: key)])
        return (rows.first?.first ?? nil).flatMap { SharedEntry($0) }
    }

    func shelf(_ key: CacheKey) async throws -> Shelf {
        let rows = try await client.rows(
            """
            SELECT (SELECT value FROM resourceful_responses WHERE id = sha256($1::bytea)),
                (SELECT time FROM resourceful_removal)
            """, [Self.name(of: key)])
        guard let row = rows.first, row.count == 2 else { throw PostgresFailure("the server has sent no row") }
        return Shelf(entry: row[0].flatMap { SharedEntry($0) }, removal: row[1].flatMap { Date(bytes: $0.reversed()) })
    }

    func exchange(_ key: CacheKey, _ before: Shelf, for after: SharedEntry?) async throws -> Exchange<Shelf> {
        let rows = try await client.rows(
            "SELECT resourceful_exchange($1::bytea, $2::bytea, $3::float8, $4::bytea)",
            [Self.name(of: key), before.entry.map { Array($0.mark) }, before.removal.map(Self.number), after?.bytes])
        // A boolean is one byte.
        return rows.first?.first == [1] ? .done : .found(try await shelf(key))
    }

    func discard(_ keys: Set<CacheKey>) async throws {
        for key in keys { try await delete(Self.name(of: key)) }
    }

    func remove(_ selection: CacheSelection) async throws {
        // First this, so that nothing that was requested before comes back.
        _ = try await client.rows("SELECT resourceful_remove($1::float8)", [Self.number(Date())])
        if case .all = selection {
            _ = try await client.rows("DELETE FROM resourceful_responses")
            return
        }
        for row in try await client.rows("SELECT name, substr(value, 9, 8) FROM resourceful_responses") {
            guard row.count == 2, let name = row[0], let key = Self.key(of: name) else { continue }
            guard selection.contains(key, received: row[1].flatMap { Date(bytes: $0) } ?? .distantPast) else {
                continue
            }
            try await delete(name)
        }
    }

    private func delete(_ name: [UInt8]) async throws {
        _ = try await client.rows("DELETE FROM resourceful_responses WHERE id = sha256($1::bytea)", [name])
    }

    // MARK: Values

    /// A date as PostgreSQL sends and receives a float8.
    private static func number(_ date: Date) -> [UInt8] { date.bytes.reversed() }

    private static func name(of key: CacheKey) -> [UInt8] { Array(key.line.utf8) }

    private static func key(of name: [UInt8]) -> CacheKey? { CacheKey(line: name[...]) }
}
