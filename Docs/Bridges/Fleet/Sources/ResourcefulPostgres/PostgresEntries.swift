import ResourcefulFleet
import ResourcefulLoading

/// The entries in a database.
struct PostgresEntries: EntryServer {
    let client: PostgresClient
    let prefix: String
    let lifetime: Duration
    private let gathering = Gathering<[UInt8], [UInt8]>()
    private let changes = Batches<Change, Exchange<[UInt8]?>>(atOnce: 2, size: 100) {
        1 + (($0.before?.count ?? 0) + ($0.after?.count ?? 0)) / 65_536
    }

    /// A change of an entry, if it is what it is expected to be.
    private struct Change: Sendable {
        let name: [UInt8]
        let (before, after): ([UInt8]?, [UInt8]?)
        let life: Double
    }

    init(client: PostgresClient, prefix: String, lifetime: Duration) {
        (self.client, self.prefix, self.lifetime) = (client, prefix, lifetime)
    }

    // An index has a limit for the size of its keys, a digest hasn't.

    /// Creates the table and the function of changes. Two that do so at the same time wait for each other. Rows are
    /// changed in the order of their digests, so that processes don't wait for each other in a circle.
    static let setup = PostgresSetup(
        function: "resourceful_exchange_entries(bytea[],bytea[],bytea[],float8[])", table: "resourceful_entries",
        lock: 7205759403,
        statements: """
            CREATE TABLE IF NOT EXISTS resourceful_entries (
                id bytea PRIMARY KEY, name bytea NOT NULL, value bytea NOT NULL);

            ALTER TABLE resourceful_entries ADD COLUMN IF NOT EXISTS expires timestamptz;

            CREATE INDEX IF NOT EXISTS resourceful_entries_expires ON resourceful_entries (expires);

            CREATE OR REPLACE FUNCTION resourceful_exchange_entries(
                names bytea[], olds bytea[], news bytea[], lives float8[])
            RETURNS TABLE (place bigint, is_done boolean, other bytea) AS $$
            DECLARE
                item record;
                old_value bytea;
                new_value bytea;
                ends timestamptz;
                is_changed boolean;
            BEGIN
                FOR item IN
                    SELECT sha256(asked.name) AS id, asked.name, asked.number
                    FROM unnest(names) WITH ORDINALITY AS asked (name, number) ORDER BY 1, 3
                LOOP
                    -- Values aren't sorted: that could need a disk.
                    old_value := olds[item.number];
                    new_value := news[item.number];
                    ends := now() + lives[item.number] * interval '1 second';
                    DELETE FROM resourceful_entries WHERE id = item.id AND expires < now();
                    IF old_value IS NULL AND new_value IS NULL THEN
                        is_changed := NOT EXISTS (SELECT FROM resourceful_entries WHERE id = item.id);
                    ELSIF old_value IS NULL THEN
                        INSERT INTO resourceful_entries VALUES (item.id, item.name, new_value, ends)
                        ON CONFLICT DO NOTHING;
                        is_changed := FOUND;
                    ELSIF new_value IS NULL THEN
                        DELETE FROM resourceful_entries WHERE id = item.id AND value = old_value;
                        is_changed := FOUND;
                    ELSE
                        UPDATE resourceful_entries SET value = new_value, expires = ends
                        WHERE id = item.id AND value = old_value;
                        is_changed := FOUND;
                    END IF;
                    RETURN QUERY SELECT item.number, is_changed, CASE WHEN is_changed THEN NULL ELSE (
                        SELECT value FROM resourceful_entries WHERE id = item.id) END;
                END LOOP;
            END $$ LANGUAGE plpgsql;
            """)

    func bytes(_ name: String) async throws -> [UInt8]? {
        try await gathering.values([key(name)]) { [client] keys in
            let names = Dictionary(uniqueKeysWithValues: keys.map { ($0.hexadecimal, $0) })
            let rows = try await client.rows(
                """
                SELECT asked.label, (
                    SELECT value FROM resourceful_entries
                    WHERE id = sha256(decode(asked.label, 'hex')) AND (expires IS NULL OR expires >= now()))
                FROM unnest(string_to_array(convert_from($1::bytea, 'UTF8'), ',')) AS asked (label)
                """, [Array(names.keys.joined(separator: [UInt8(ascii: ",")]))])
            var found: [[UInt8]: [UInt8]] = [:]
            for row in rows where row.count == 2 {
                if let name = row[0].flatMap({ names[$0] }) { found[name] = row[1] }
            }
            return found
        }[0]
    }

    func exchange(_ name: String, _ before: [UInt8]?, for after: [UInt8]?) async throws -> Exchange<[UInt8]?> {
        let change = Change(name: key(name), before: before, after: after, life: life(of: name))
        return try await changes.answer(to: change) { [client] changes in
            try await client.rows(
                """
                SELECT place, is_done, other
                FROM resourceful_exchange_entries($1::bytea[], $2::bytea[], $3::bytea[], $4::float8[])
                """,
                [
                    PostgresArray.bytea(changes.map(\.name)), PostgresArray.bytea(changes.map(\.before)),
                    PostgresArray.bytea(changes.map(\.after)), PostgresArray.float8(changes.map(\.life.float8)),
                ]
            )
            .placed { $0.first ?? nil }
        }
    }

    func touch(_ name: String) async throws {
        _ = try await client.rows(
            """
            UPDATE resourceful_entries SET expires = now() + $2::float8 * interval '1 second'
            WHERE id = sha256($1::bytea)
            """, [key(name), life(of: name).float8])
    }

    func probe() async throws { try await client.probe() }

    func close() async { await client.close() }

    private func key(_ name: String) -> [UInt8] { Array((prefix + name.storedName).utf8) }

    /// How long an entry stays, in seconds: at least a millisecond, and at most 30 years.
    private func life(of name: String) -> Double {
        let life = StoreEntry.isScratchName(name) ? min(lifetime, .seconds(86_400)) : lifetime
        return max(0.001, min(life / .seconds(1), 1e9))
    }
}
