/// An observer that keeps what happened in the last loads that failed, so that a test can repeat them.
///
///     let box = BlackBox(folder: reports)
///     let webservice = Webservice(
///         baseURL: api, policies: policies, observers: [box.observer], transport: transport)
///
///     do {
///         _ = try await webservice.load(sync)
///     } catch {
///         report(error, box.record(of: error)?.data)
///     }
///
/// While a load is under way, the box keeps what it receives from outside: answers, times, random numbers, entries of
/// the store and the cache, permits, and the order in which concurrent branches get them. If the load succeeds, all of
/// that is dropped. If it fails, the box keeps a ``Record``, which you can write to a file. A test reads the file, and
/// a `DryRun` repeats the load step by step. A canceled load leaves no record.
///
/// A record has no secrets: see ``Record``. Streams, downloads and the parts of updates aren't recorded. The answers to
/// questions aren't, either: a test answers them itself.
///
/// A load of one request that succeeds costs 0.6 µs more with a box, and a fresh response from memory nothing. A
/// Webservice without a box pays nothing.
public final class BlackBox: Sendable, LoadKeeper {
    package let limits: LogLimits
    private let recordLimit: Int
    private let redaction: Redaction
    private let folder: RecordFolder?
    private let state: Locked<[Kept]>

    private enum Kept: Sendable {
        case load(FailedLoad)
        /// A record, and the text of its load's error; nil if it was read from a file.
        case record(Record, error: String?)
    }

    /// Creates a box for an app.
    ///
    /// - Parameters:
    ///   - effects: The number of effects to keep of a load. Of a longer load, the first half and the last half remain.
    ///   - bytes: The number of bytes to keep of the bodies and entries of a load. A body that exceeds it is replaced
    ///     by its size. All loads under way together keep at most eight times as many.
    ///   - records: The number of records to keep in memory.
    ///   - folder: The folder in which each record is written to a file before its load throws; nil to write none. The
    ///     folder is created if it doesn't exist. Only its owner can read the files. If a file can't be written, or
    ///     another user can change the folder, the load fails in the same way, and the record is still in memory.
    ///   - files: The number of files to keep in the folder. The oldest are removed.
    ///   - redaction: The secrets.
    public init(
        effects: Int = 1_000, bytes: Int = 1 << 20, records: Int = 3, folder: URL? = nil, files: Int = 10,
        redaction: Redaction = .standard
    ) {
        let bytes = min(max(0, bytes), Int.max / 16)
        limits = LogLimits(effects: max(2, effects), bytes: bytes, budget: ByteBudget(8 * bytes))
        recordLimit = max(1, records)
        self.redaction = redaction
        self.folder = folder.map { RecordFolder($0, limit: max(1, files)) }
        state = Locked([])
    }

    /// Creates a box with a record, to repeat it in a test.
    public init(_ record: Record) {
        limits = LogLimits(effects: 2, bytes: 0, budget: ByteBudget(0))
        (recordLimit, redaction, folder) = (1, .standard, nil)
        state = Locked([.record(record, error: nil)])
    }

    /// The observer to pass to a Webservice. It receives no events, so a Webservice whose only observers are boxes
    /// makes none.
    public var observer: LoadObserver { LoadObserver(keeper: self) }

    /// The records of the last loads that failed, the oldest first. Secrets are replaced when you ask for them.
    public var records: [Record] { state.withLock { $0 }.map(record) }

    /// Returns the record of the load that threw an error; nil if the box doesn't have it any longer. Of several loads
    /// that failed in the same words, it is the last one.
    public func record(of error: any Error) -> Record? {
        let text = redaction.text(of: error)
        let kept = state.withLock { $0 }.last { kept in
            switch kept {
            case .load(let load): redaction.text(of: load.error) == text
            case .record(let record, let error): (error ?? record.error) == text
            }
        }
        return kept.map(record)
    }

    private func record(_ kept: Kept) -> Record {
        switch kept {
        case .load(let load): Record(load, redacting: redaction)
        case .record(let record, _): record
        }
    }

    /// Removes the records from memory. Files stay.
    public func clear() { state.withLock { $0 = [] } }

    package func keep(_ load: FailedLoad) {
        let kept: Kept
        if let folder {
            let record = Record(load, redacting: redaction)
            folder.write(record)
            kept = .record(record, error: redaction.text(of: load.error))
        } else {
            kept = .load(load)
        }
        state.withLock { records in
            records.append(kept)
            if records.count > recordLimit { records.removeFirst(records.count - recordLimit) }
        }
    }
}
