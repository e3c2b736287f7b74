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
    private let gathering: Gathering<[UInt8], Shelf>
    private let changes: Batches<Change, Exchange<Shelf>>

    /// A change of an entry, if it is what it is expected to be.
    private struct Change: Sendable {
        let name: ResponseName
        let before: Shelf
        let after: SharedEntry?
        let life: Duration
    }

    init(client: PostgresClient) {
        self.client = client
        // With fewer commands at the same time, more is asked with each, which costs both sides less.
        gathering = Gathering(atOnce: max(1, client.count / 2))
        // A command has two megabytes at most, or one entry: it is short, so that loads needn't wait for it.
        changes = Batches(atOnce: max(1, client.count / 4), size: 32) { 1 + ($0.after?.bytes.count ?? 0) / 65_536 }
        // What no load waits for any longer would keep others waiting. It is removed instead.
        client.liveness.onLate { [changes] time in
            changes.giveUp(after: time, PostgresFailure("the server has too much to do", isDelay: true))
        }
    }

    /// Creates the tables and the functions. Each statement of a function sees what was committed before it, so a
    /// change that has waited for a removal knows it. Rows of earlier versions, which don't expire, are of no use.
    ///
    /// What another process changes at the same time is not waited for, and counts as not done: who waits holds all
    /// that the same command has changed, so that one process that is paused would hold up all. New rows are waited for;
    /// all processes make them in the same order, so that they don't wait for each other in a circle.
    static let setup = PostgresSetup(
        function: "resourceful_change_responses(bytea[],bytea[],float8[],bytea[],float8[],bool)",
        table: "resourceful_responses",
        lock: 7205759404,
        statements: """
            CREATE UNLOGGED TABLE IF NOT EXISTS resourceful_responses (
                id bytea PRIMARY KEY, name bytea NOT NULL, value bytea NOT NULL,
                changed timestamptz NOT NULL DEFAULT now());

            ALTER TABLE resourceful_responses ADD COLUMN IF NOT EXISTS expires timestamptz;

            DELETE FROM resourceful_responses WHERE expires IS NULL;

            CREATE INDEX IF NOT EXISTS resourceful_responses_expires ON resourceful_responses (expires);

            CREATE TABLE IF NOT EXISTS resourceful_removal (number int PRIMARY KEY, time float8 NOT NULL);

            CREATE OR REPLACE FUNCTION resourceful_remove(new_time float8) RETURNS void AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock(7205759405);
                INSERT INTO resourceful_removal VALUES (1, new_time)
                ON CONFLICT (number) DO UPDATE SET time = greatest(resourceful_removal.time, new_time);
            END $$ LANGUAGE plpgsql;

            CREATE OR REPLACE FUNCTION resourceful_read_responses(names bytea[])
            RETURNS TABLE (label bytea, content bytea, removal float8) AS $$
            BEGIN
                RETURN QUERY SELECT
                    asked,
                    (SELECT value FROM resourceful_responses WHERE id = sha256(asked) AND expires >= now()),
                    (SELECT time FROM resourceful_removal)
                FROM unnest(names) AS asked;
            -- Otherwise it would make a plan each time, for the number of names.
            END $$ LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan;

            CREATE OR REPLACE FUNCTION resourceful_change_responses(
                names bytea[], marks bytea[], removals float8[], news bytea[], lives float8[], may_be_lost bool)
            RETURNS TABLE (place bigint, is_done boolean, other bytea, removal float8) AS $$
            DECLARE
                digest bytea;
                old_mark bytea;
                new_value bytea;
                ends timestamptz;
                last_removal float8;
                setting text;
            BEGIN
                -- A response that is lost in a crash is requested again. What is removed must stay removed.
                IF may_be_lost THEN
                    setting := set_config('synchronous_commit', 'off', true);
                END IF;
                PERFORM pg_advisory_xact_lock_shared(7205759405);
                -- There is none while this lock is held.
                last_removal := (SELECT time FROM resourceful_removal);
                FOR number IN 1 .. cardinality(names) LOOP
                    digest := sha256(names[number]);
                    old_mark := marks[number];
                    new_value := news[number];
                    ends := now() + lives[number] * interval '1 second';
                    is_done := false;
                    IF last_removal IS NOT DISTINCT FROM removals[number] THEN
                        IF old_mark IS NULL AND new_value IS NULL THEN
                            is_done := NOT EXISTS (
                                SELECT FROM resourceful_responses WHERE id = digest AND expires >= now());
                        ELSIF old_mark IS NULL THEN
                            INSERT INTO resourceful_responses AS old VALUES (digest, names[number], new_value, now(), ends)
                            ON CONFLICT (id) DO UPDATE SET value = new_value, changed = now(), expires = ends
                            WHERE old.expires < now();
                            is_done := FOUND;
                        ELSIF new_value IS NULL THEN
                            DELETE FROM resourceful_responses WHERE id = (
                                SELECT id FROM resourceful_responses
                                WHERE id = digest AND substr(value, 1, 8) = old_mark AND expires >= now()
                                FOR UPDATE SKIP LOCKED);
                            is_done := FOUND;
                        ELSE
                            UPDATE resourceful_responses SET value = new_value, changed = now(), expires = ends
                            WHERE id = (
                                SELECT id FROM resourceful_responses
                                WHERE id = digest AND substr(value, 1, 8) = old_mark AND expires >= now()
                                FOR UPDATE SKIP LOCKED);
                            is_done := FOUND;
                        END IF;
                    END IF;
                    place := number;
                    other := NULL;
                    removal := NULL;
                    IF NOT is_done THEN
                        other := (SELECT value FROM resourceful_responses WHERE id = digest AND expires >= now());
                        removal := last_removal;
                    END IF;
                    RETURN NEXT;
                END LOOP;
            END $$ LANGUAGE plpgsql;
            """)

    func shelves(_ names: [ResponseName]) async throws -> [Shelf] {
        let found = try await gathering.values(names.map { Array($0.text.utf8) }) { [client] names in
            let rows = try await client.rows(
                "SELECT label, content, removal FROM resourceful_read_responses($1::bytea[])",
                [PostgresArray.bytea(names)])
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
        let change = Change(name: name, before: before, after: after, life: life)
        return try await changes.answer(to: change) { [client] changes in
            // In the order that all use, and the outcomes in that of the changes.
            let order = changes.indices.sorted { changes[$0].name < changes[$1].name }
            let sorted = order.map { changes[$0] }
            let outcomes = try await client.rows(
                """
                SELECT place, is_done, other, removal FROM resourceful_change_responses(
                    $1::bytea[], $2::bytea[], $3::float8[], $4::bytea[], $5::float8[], $6::bool)
                """,
                [
                    PostgresArray.bytea(sorted.map { Array($0.name.text.utf8) }),
                    PostgresArray.bytea(sorted.map { $0.before.entry.map { Array($0.mark) } }),
                    PostgresArray.float8(sorted.map { $0.before.removal.map(Self.number) }),
                    PostgresArray.bytea(sorted.map { $0.after?.bytes }),
                    PostgresArray.float8(sorted.map { ($0.life / .seconds(1)).float8 }),
                    [sorted.contains { $0.after == nil } ? 0 : 1],
                ]
            )
            .placed(Self.shelf)
            return zip(order, outcomes).sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    func probe() async throws { try await client.probe() }

    func close() async { await client.close() }

    // MARK: Removing

    func discard(_ names: [ResponseName]) async throws { try await delete(names.map { Array($0.text.utf8) }) }

    func remove(_ selections: Set<CacheSelection>) async throws {
        // First this, so that nothing that was requested before comes back.
        _ = try await client.rows("SELECT resourceful_remove($1::float8)", [Self.number(Date())])
        if selections.contains(.all) {
            _ = try await client.rows(
                "DELETE FROM resourceful_responses WHERE id IN (\(Self.locked("")))")
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
        let named = """
            WHERE id IN (
                SELECT sha256(convert_to(name, 'UTF8'))
                FROM unnest(string_to_array(convert_from($1::bytea, 'UTF8'), ',')) AS name)
            """
        for start in stride(from: 0, to: names.count, by: 1_000) {
            let list = names[start..<min(start + 1_000, names.count)].joined(separator: Array(",".utf8))
            _ = try await client.rows(
                "DELETE FROM resourceful_responses WHERE id IN (\(Self.locked(named)))", [Array(list)])
        }
    }

    /// Selects rows that are deleted, in the order in which changes lock them.
    private static func locked(_ condition: String) -> String {
        "SELECT id FROM resourceful_responses \(condition) ORDER BY id FOR UPDATE"
    }

    /// A date as PostgreSQL sends and receives a float8.
    private static func number(_ date: Date) -> [UInt8] { date.timeIntervalSinceReferenceDate.float8 }
}
