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
    private let changes = Gathering<Change, Exchange<Shelf>>()

    init(client: PostgresClient) { self.client = client }

    /// Creates the tables and the functions. Each statement of a function sees what was committed before it, so a
    /// change that has waited for a removal knows it. Rows of earlier versions, which don't expire, are of no use.
    static let setup = PostgresSetup(
        function: "resourceful_exchange_responses(bytea[],bytea[],float8[],bytea[],float8[])",
        table: "resourceful_responses",
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

            CREATE OR REPLACE FUNCTION resourceful_remove_all() RETURNS void AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock(7205759405);
                DELETE FROM resourceful_responses;
            END $$ LANGUAGE plpgsql

            CREATE OR REPLACE FUNCTION resourceful_exchange_responses(
                new_names bytea[], old_marks bytea[], old_removals float8[], new_values bytea[], lives float8[])
            RETURNS TABLE (number int, is_done boolean, other bytea, removal float8) AS $$
            DECLARE
                row_id bytea;
                ends timestamptz;
                found_removal float8;
            BEGIN
                -- A response that is lost in a crash is requested again. What is removed must stay removed.
                IF array_position(new_values, NULL) IS NULL THEN
                    PERFORM set_config('synchronous_commit', 'off', true);
                END IF;
                PERFORM pg_advisory_xact_lock_shared(7205759405);
                found_removal := (SELECT time FROM resourceful_removal);
                -- All that change several rows take them in this order, so none waits for one that waits for it.
                FOR number, row_id IN
                    SELECT place, sha256(new_names[place]) AS id FROM generate_subscripts(new_names, 1) AS place
                    ORDER BY id
                LOOP
                    is_done := false;
                    IF found_removal IS NOT DISTINCT FROM old_removals[number] THEN
                        ends := now() + lives[number] * interval '1 second';
                        IF old_marks[number] IS NOT NULL AND new_values[number] IS NOT NULL THEN
                            UPDATE resourceful_responses SET value = new_values[number], changed = now(), expires = ends
                            WHERE id = row_id AND substr(value, 1, 8) = old_marks[number] AND expires >= now();
                            is_done := FOUND;
                        ELSIF old_marks[number] IS NOT NULL THEN
                            DELETE FROM resourceful_responses
                            WHERE id = row_id AND substr(value, 1, 8) = old_marks[number] AND expires >= now();
                            is_done := FOUND;
                        ELSE
                            DELETE FROM resourceful_responses WHERE id = row_id AND expires < now();
                            IF new_values[number] IS NULL THEN
                                is_done := NOT EXISTS (SELECT FROM resourceful_responses WHERE id = row_id);
                            ELSE
                                INSERT INTO resourceful_responses
                                VALUES (row_id, new_names[number], new_values[number], now(), ends)
                                ON CONFLICT DO NOTHING;
                                is_done := FOUND;
                            END IF;
                        END IF;
                    END IF;
                    other := NULL;
                    removal := NULL;
                    IF NOT is_done THEN
                        other := (SELECT value FROM resourceful_responses WHERE id = row_id AND expires >= now());
                        removal := found_removal;
                    END IF;
                    RETURN NEXT;
                END LOOP;
            END $$ LANGUAGE plpgsql

            SELECT pg_advisory_unlock(7205759404)
            """)

    func shelves(_ names: [ResponseName]) async throws -> [Shelf] {
        let found = try await gathering.values(names.map { Array($0.text.utf8) }) { [client] names in
            let rows = try await client.rows(
                """
                SELECT asked.label, (
                    SELECT value FROM resourceful_responses
                    WHERE id = sha256(asked.label) AND expires >= now()
                ), (SELECT time FROM resourceful_removal)
                FROM unnest($1::bytea[]) AS asked (label)
                """, [(names as [[UInt8]?]).array()])
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
        let change = Change(
            name: Array(name.text.utf8), mark: before.entry.map { Array($0.mark) },
            removal: before.removal.map(Self.number), value: after?.bytes, life: (life / .seconds(1)).float8)
        // A large one would delay the others.
        let found =
            (change.value?.count ?? 0) > 65_536
            ? try await exchange([change])[change] : try await changes.values([change], exchange)[0]
        guard let found else { throw PostgresFailure("the server has sent no row") }
        return found
    }

    /// Carries changes out with one command.
    private func exchange(_ changes: [Change]) async throws -> [Change: Exchange<Shelf>] {
        let rows = try await client.rows(
            """
            SELECT number, is_done, other, removal
            FROM resourceful_exchange_responses($1::bytea[], $2::bytea[], $3::float8[], $4::bytea[], $5::float8[])
            """,
            [
                changes.map(\.name).array(), changes.map(\.mark).array(), changes.map(\.removal).array(of: 701),
                changes.map(\.value).array(), changes.map(\.life).array(of: 701),
            ])
        var found: [Change: Exchange<Shelf>] = [:]
        for row in rows where row.count == 4 {
            guard let place = row[0]?.reduce(0, { $0 << 8 | Int($1) }), changes.indices ~= place - 1 else { continue }
            // A boolean is one byte.
            found[changes[place - 1]] = row[1] == [1] ? .done : .found(Self.shelf(row[2...]))
        }
        return found
    }

    func probe() async throws { try await client.probe() }

    func close() async { await client.close() }

    // MARK: Removing

    func discard(_ names: [ResponseName]) async throws { try await delete(names.map { Array($0.text.utf8) }) }

    func remove(_ selections: Set<CacheSelection>) async throws {
        // First this, so that nothing that was requested before comes back.
        _ = try await client.rows("SELECT resourceful_remove($1::float8)", [Self.number(Date())])
        if selections.contains(.all) {
            _ = try await client.rows("SELECT resourceful_remove_all()")
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

    /// Deletes many rows with each statement.
    private func delete(_ names: [[UInt8]]) async throws {
        for start in stride(from: 0, to: names.count, by: 1_000) {
            _ = try await client.rows(
                """
                DELETE FROM resourceful_responses WHERE id IN (
                    SELECT id FROM resourceful_responses
                    WHERE id IN (SELECT sha256(name) FROM unnest($1::bytea[]) AS name) ORDER BY id FOR UPDATE)
                """, [(Array(names[start..<min(start + 1_000, names.count)]) as [[UInt8]?]).array()])
        }
    }

    /// A date as PostgreSQL sends and receives a float8.
    private static func number(_ date: Date) -> [UInt8] { date.timeIntervalSinceReferenceDate.float8 }
}

/// A change of a response, as PostgreSQL receives it.
private final class Change: Hashable, Sendable {
    let (name, mark, removal, value, life): ([UInt8]?, [UInt8]?, [UInt8]?, [UInt8]?, [UInt8]?)

    init(name: [UInt8], mark: [UInt8]?, removal: [UInt8]?, value: [UInt8]?, life: [UInt8]) {
        (self.name, self.mark, self.removal, self.value, self.life) = (name, mark, removal, value, life)
    }

    static func == (left: Change, right: Change) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
