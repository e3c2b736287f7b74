import ResourcefulFleet
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The responses in a database.
struct PostgresResponses: ResponseServer {
    private let client: PostgresClient
    private let gathering = Gathering<[UInt8], Shelf>()

    init(client: PostgresClient) { self.client = client }

    /// Creates the tables and the functions. Each statement of a function sees what was committed before it, so a
    /// change that has waited for a removal knows it. Rows of earlier versions, which don't expire, are of no use.
    static let setup = PostgresSetup(
        function: "resourceful_exchange_response(bytea,bytea,float8,bytea,float8)", table: "resourceful_responses",
        commands: """
            SELECT pg_advisory_lock(7205759404)

            CREATE TABLE IF NOT EXISTS resourceful_responses (
                id bytea PRIMARY KEY, name bytea NOT NULL, value bytea NOT NULL,
                changed timestamptz NOT NULL DEFAULT now())

            ALTER TABLE resourceful_responses ADD COLUMN IF NOT EXISTS expires timestamptz

            DELETE FROM resourceful_responses WHERE expires IS NULL

            CREATE INDEX IF NOT EXISTS resourceful_responses_expires ON resourceful_responses (expires)

            CREATE TABLE IF NOT EXISTS resourceful_removal (number int PRIMARY KEY, time float8 NOT NULL)

            CREATE OR REPLACE FUNCTION resourceful_remove(new_time float8) RETURNS void AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock(7205759405);
                INSERT INTO resourceful_removal VALUES (1, new_time)
                ON CONFLICT (number) DO UPDATE SET time = greatest(resourceful_removal.time, new_time);
            END $$ LANGUAGE plpgsql

            CREATE OR REPLACE FUNCTION resourceful_exchange_response(
                new_name bytea, old_mark bytea, old_removal float8, new_value bytea, life float8)
            RETURNS TABLE (is_done boolean, other bytea, removal float8) AS $$
            DECLARE
                row_id bytea := sha256(new_name);
                ends timestamptz := now() + life * interval '1 second';
                is_changed boolean := false;
            BEGIN
                -- A response that is lost in a crash is requested again. What is removed must stay removed.
                IF new_value IS NOT NULL THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
                PERFORM pg_advisory_xact_lock_shared(7205759405);
                DELETE FROM resourceful_responses WHERE id = row_id AND expires < now();
                IF (SELECT time FROM resourceful_removal) IS NOT DISTINCT FROM old_removal THEN
                    IF old_mark IS NULL AND new_value IS NULL THEN
                        is_changed := NOT EXISTS (SELECT FROM resourceful_responses WHERE id = row_id);
                    ELSIF old_mark IS NULL THEN
                        INSERT INTO resourceful_responses VALUES (row_id, new_name, new_value, now(), ends)
                        ON CONFLICT DO NOTHING;
                        is_changed := FOUND;
                    ELSIF new_value IS NULL THEN
                        DELETE FROM resourceful_responses WHERE id = row_id AND substr(value, 1, 8) = old_mark;
                        is_changed := FOUND;
                    ELSE
                        UPDATE resourceful_responses SET value = new_value, changed = now(), expires = ends
                        WHERE id = row_id AND substr(value, 1, 8) = old_mark;
                        is_changed := FOUND;
                    END IF;
                END IF;
                IF is_changed THEN
                    RETURN QUERY SELECT true, NULL::bytea, NULL::float8;
                ELSE
                    RETURN QUERY SELECT false, (SELECT value FROM resourceful_responses WHERE id = row_id),
                        (SELECT time FROM resourceful_removal);
                END IF;
            END $$ LANGUAGE plpgsql

            SELECT pg_advisory_unlock(7205759404)
            """)

    func shelves(_ names: [ResponseName]) async throws -> [Shelf] {
        let found = try await gathering.values(names.map { Array($0.text.utf8) }) { [client] names in
            let rows = try await client.rows(
                """
                SELECT asked.label, (
                    SELECT value FROM resourceful_responses
                    WHERE id = sha256(convert_to(asked.label, 'UTF8')) AND expires >= now()
                ), (SELECT time FROM resourceful_removal)
                FROM unnest(string_to_array(convert_from($1::bytea, 'UTF8'), ',')) AS asked (label)
                """, [Array(names.joined(separator: [UInt8(ascii: ",")]))])
            return Dictionary(
                rows.compactMap { row in row.count == 3 ? row[0].map { ($0, Self.shelf(row[1...])) } : nil },
                uniquingKeysWith: { first, _ in first })
        }
        let shelves = found.compactMap(\.self)
        guard shelves.count == names.count else { throw PostgresFailure("the server hasn't sent all rows") }
        return shelves
    }

    private static func shelf(_ row: ArraySlice<[UInt8]?>) -> Shelf {
        Shelf(
            entry: row.first.flatMap(\.self).flatMap { SharedEntry($0) },
            removal: row.last.flatMap(\.self).flatMap { Date(bytes: $0.reversed()) })
    }

    func exchange(
        _ name: ResponseName, _ before: Shelf, for after: SharedEntry?, life: Duration
    ) async throws -> Exchange<Shelf> {
        let rows = try await client.rows(
            """
            SELECT is_done, other, removal
            FROM resourceful_exchange_response($1::bytea, $2::bytea, $3::float8, $4::bytea, $5::float8)
            """,
            [
                Array(name.text.utf8), before.entry.map { Array($0.mark) }, before.removal.map(Self.number),
                after?.bytes, (life / .seconds(1)).float8,
            ])
        guard let row = rows.first, row.count == 3 else { throw PostgresFailure("the server has sent no row") }
        // A boolean is one byte.
        return row[0] == [1] ? .done : .found(Self.shelf(row[1...]))
    }

    func probe() async throws { try await client.probe() }

    func close() async { await client.close() }

    // MARK: Removing

    func discard(_ names: [ResponseName]) async throws { try await delete(names.map { Array($0.text.utf8) }) }

    func remove(_ selections: Set<CacheSelection>) async throws {
        // First this, so that nothing that was requested before comes back.
        _ = try await client.rows("SELECT resourceful_remove($1::float8)", [Self.number(Date())])
        if selections.contains(.all) {
            _ = try await client.rows("DELETE FROM resourceful_responses")
            return
        }
        var found: [[UInt8]] = []
        let length = SharedEntry.Head.usualLength
        for row in try await client.rows("SELECT name, substr(value, 1, \(length)) FROM resourceful_responses") {
            guard row.count == 2, let name = row[0], let start = row[1] else { continue }
            var head = SharedEntry.Head(start)
            if head == nil { head = try await self.head(of: name) }
            guard let head, selections.contains(where: { $0.contains(head.key, received: head.received) }) else {
                continue
            }
            found.append(name)
        }
        try await delete(found)
    }

    /// Reads more of an entry whose URL is long.
    private func head(of name: [UInt8]) async throws -> SharedEntry.Head? {
        let rows = try await client.rows(
            "SELECT substr(value, 1, 1048576) FROM resourceful_responses WHERE id = sha256($1::bytea)", [name])
        return rows.first?.first.flatMap(\.self).flatMap { SharedEntry.Head($0) }
    }

    /// Deletes many rows with each statement. No name has a comma.
    private func delete(_ names: [[UInt8]]) async throws {
        for start in stride(from: 0, to: names.count, by: 1_000) {
            let list = names[start..<min(start + 1_000, names.count)].joined(separator: Array(",".utf8))
            _ = try await client.rows(
                """
                DELETE FROM resourceful_responses WHERE id IN (
                    SELECT sha256(convert_to(name, 'UTF8'))
                    FROM unnest(string_to_array(convert_from($1::bytea, 'UTF8'), ',')) AS name)
                """, [Array(list)])
        }
    }

    /// A date as PostgreSQL sends and receives a float8.
    private static func number(_ date: Date) -> [UInt8] { date.timeIntervalSinceReferenceDate.float8 }
}
