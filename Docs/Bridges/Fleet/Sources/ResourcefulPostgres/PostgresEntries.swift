import ResourcefulFleet
import ResourcefulLoading

/// The entries in a database.
struct PostgresEntries: EntryServer {
    let client: PostgresClient
    let prefix: String
    let lifetime: Duration
    private let gathering = Gathering<[UInt8], [UInt8]>()

    init(client: PostgresClient, prefix: String, lifetime: Duration) {
        (self.client, self.prefix, self.lifetime) = (client, prefix, lifetime)
    }

    // An index has a limit for the size of its keys, a digest hasn't.

    /// Creates the table and the function of a change. Two that do so at the same time wait for each other.
    static let setup = PostgresSetup(
        function: "resourceful_exchange_entry(bytea,bytea,bytea,float8)", table: "resourceful_entries",
        commands: """
            SELECT pg_advisory_lock(7205759403)

            CREATE TABLE IF NOT EXISTS resourceful_entries (
                id bytea PRIMARY KEY, name bytea NOT NULL, value bytea NOT NULL)

            ALTER TABLE resourceful_entries ADD COLUMN IF NOT EXISTS expires timestamptz

            CREATE INDEX IF NOT EXISTS resourceful_entries_expires ON resourceful_entries (expires)

            CREATE OR REPLACE FUNCTION resourceful_exchange_entry(
                new_name bytea, old_value bytea, new_value bytea, life float8)
            RETURNS TABLE (is_done boolean, other bytea) AS $$
            DECLARE
                row_id bytea := sha256(new_name);
                ends timestamptz := now() + life * interval '1 second';
            BEGIN
                DELETE FROM resourceful_entries WHERE id = row_id AND expires < now();
                IF old_value IS NULL AND new_value IS NULL THEN
                    IF NOT EXISTS (SELECT FROM resourceful_entries WHERE id = row_id) THEN
                        RETURN QUERY SELECT true, NULL::bytea;
                        RETURN;
                    END IF;
                ELSIF old_value IS NULL THEN
                    INSERT INTO resourceful_entries VALUES (row_id, new_name, new_value, ends) ON CONFLICT DO NOTHING;
                ELSIF new_value IS NULL THEN
                    DELETE FROM resourceful_entries WHERE id = row_id AND value = old_value;
                ELSE
                    UPDATE resourceful_entries SET value = new_value, expires = ends
                    WHERE id = row_id AND value = old_value;
                END IF;
                IF (old_value IS NOT NULL OR new_value IS NOT NULL) AND FOUND THEN
                    RETURN QUERY SELECT true, NULL::bytea;
                ELSE
                    RETURN QUERY SELECT false, (SELECT value FROM resourceful_entries WHERE id = row_id);
                END IF;
            END $$ LANGUAGE plpgsql

            SELECT pg_advisory_unlock(7205759403)
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
        let rows = try await client.rows(
            "SELECT is_done, other FROM resourceful_exchange_entry($1::bytea, $2::bytea, $3::bytea, $4::float8)",
            [key(name), before, after, life(of: name).float8])
        guard let row = rows.first, row.count == 2 else { throw PostgresFailure("the server has sent no row") }
        // A boolean is one byte.
        return row[0] == [1] ? .done : .found(row[1])
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
