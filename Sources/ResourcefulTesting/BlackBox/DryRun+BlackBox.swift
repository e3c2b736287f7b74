public import ResourcefulDiagnostics

extension DryRun {
    /// Creates a run that repeats the last load that a black box has a record of.
    ///
    ///     var run = try DryRun(from: BlackBox("sync-failed.box"), policies: policies)
    ///     #expect(throws: LoadError.self) { try run.load(sync) }
    ///     print(run.eventLog)
    ///
    /// The load receives what it received then: the same answers, the same times and random numbers, and the same
    /// entries of the store and the cache, in the same order in all branches. The plan and the policies are those of
    /// today. Where they ask for something else, the run has a ``Divergence``; a request that has no recorded answer
    /// fails the load. Set answers to questions with ``answer(_:_:)``.
    ///
    /// Each load of the run repeats the record from its beginning. Secrets are marks in the record, so tokens and
    /// cookies are marks in the run, too.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - baseURL: The URL that relative URLs are resolved against.
    ///   - policies: The policies for every request, the outermost first.
    /// - Throws: `UnreadableRecord` or `ParseFailure` if there is no record, or a damaged one.
    public init(from box: BlackBox, baseURL: URL? = nil, policies: [Policy] = []) throws {
        guard let record = box.records.last else { throw UnreadableRecord("the black box has no record") }
        try self.init(from: record, baseURL: baseURL, policies: policies)
    }

    /// Creates a run that repeats a record.
    ///
    /// - Throws: `UnreadableRecord` or `ParseFailure` if the record is damaged.
    public init(from record: BlackBox.Record, baseURL: URL? = nil, policies: [Policy] = []) throws {
        let load = try RecordReader(record).load
        self.init(baseURL: baseURL, policies: policies) { _ in
            throw TransportError(.other, "the black box has no answer")
        }
        self.record = load
        start = load.date
        for effect in load.effects.reversed() {
            guard let key = effect.key, key.word == "read" || key.word == "update" else { continue }
            switch effect.outcome {
            case .entry(let entry): store[key.subject] = entry
            case .done: store[key.subject] = nil
            default: break
            }
        }
    }
}

extension BlackBox {
    /// Reads a record by name from the folder `Recordings` next to the test file.
    ///
    ///     let box = try BlackBox("sync-failed.box")
    ///
    /// - Throws: ``RecordingNotFound``; `UnreadableRecord` or `ParseFailure` if the file isn't a record.
    public convenience init(_ name: String, filePath: String = #filePath) throws {
        try self.init(contentsOf: Recording.file(name, filePath: filePath))
    }

    /// Reads a record from a file.
    ///
    /// - Throws: ``RecordingNotFound``; `UnreadableRecord` or `ParseFailure` if the file isn't a record.
    public convenience init(contentsOf file: URL) throws {
        let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        guard size ?? 0 <= BlackBox.Record.maximumSize else { throw UnreadableRecord("the file is too large") }
        guard let data = try? Data(contentsOf: file) else { throw RecordingNotFound(file) }
        self.init(try BlackBox.Record(parsing: data))
    }
}
