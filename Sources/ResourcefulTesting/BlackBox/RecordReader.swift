import ResourcefulDiagnostics

/// Reads the document of a record.
struct RecordReader {
    let runs: [RecordedLoad.Run]
    let branches: [RecordedLoad.Branch]
    /// The exchanges, by number.
    let recording: Recording
    /// The cached responses, by number.
    private let responses: [Response]
    private let box: JSON

    /// Reads a record.
    ///
    /// - Throws: `ParseFailure` or ``UnreadableRecord``.
    init(_ record: BlackBox.Record) throws {
        let log = record.document.log
        let box = log["_blackBox"]
        self.box = box
        runs = try box.runs.array.map { run in
            RecordedLoad.Run(key: try run.key.string, hasEnded: try run.hasEnded.bool, lostCount: try run.lost.int)
        }
        let count = runs.count
        branches = try box.branches.array.enumerated().map { index, branch in
            let outer = try branch[1].int
            return RecordedLoad.Branch(
                run: try RecordedEffect.index(branch[0], below: count),
                outer: outer == -1 ? nil : try RecordedEffect.index(branch[1], below: index),
                group: try branch[2].int, place: try branch[3].int)
        }
        recording = try Self.recording(of: log.entries, in: log)
        responses = try Self.recording(of: box.responses, in: log).exchanges.map { exchange in
            guard let response = exchange.response else { throw UnreadableRecord("a cached response is missing") }
            return response
        }
    }

    /// The load of the record.
    ///
    /// - Throws: `ParseFailure` or ``UnreadableRecord``.
    var load: RecordedLoad {
        get throws {
            let effects = try box.effects.array.map { try RecordedEffect($0, in: self) }
            return RecordedLoad(
                date: try RecordedEffect.date(box.date), duration: .nanoseconds(try box.duration.int64),
                error: try box.error.string, runs: runs, branches: branches, exchanges: RecordingExchanges(recording),
                effects: effects.sorted { $0.time < $1.time })
        }
    }

    /// Reads exchanges, by the names of the secrets of the whole record.
    private static func recording(of entries: JSON, in log: JSON) throws -> Recording {
        let names = Redaction(namesIn: log).archivedNames(beside: Redaction(fieldNames: [], parameterNames: []))
        let archive: JSON = ["log": JSON(names + [("entries", entries)])]
        let recording = try Recording(parsing: Data("\(archive)".utf8))
        guard let skipped = recording.skipped.first else { return recording }
        throw UnreadableRecord("an exchange of the record can't be read: \(skipped)")
    }

    /// Reads an entry of the cache.
    func cached(_ json: JSON) throws -> CacheEntry {
        var entry = CacheEntry()
        entry.responses = try json.responses.array.map { stored in
            StoredResponse(
                response: responses[try RecordedEffect.index(stored.entry, below: responses.count)],
                requested: try RecordedEffect.date(stored.requested),
                received: try RecordedEffect.date(stored.received),
                isVolatile: try stored.isVolatile.bool)
        }
        if json.invalidated.exists { entry.invalidated = try RecordedEffect.date(json.invalidated) }
        return entry
    }
}
