/// A transport that sends requests with another transport, and records each exchange to a file as an HTTP archive (HAR
/// 1.2).
///
/// Secrets are replaced before anything is written, and aren't even kept in memory: see `Redaction`. The caller
/// receives the unchanged response. The file is written atomically after each exchange, so a crash loses only the
/// exchanges under way; the first exchange replaces the previous content of the file. Canceled exchanges aren't
/// recorded. A streamed response is recorded, too, and is therefore received whole first.
public struct RecordingTransport<Base: Transport>: Transport {
    private let base: Base
    private let recorder: Recorder

    fileprivate init(_ base: Base, file: URL, redaction: Redaction) {
        self.base = base
        recorder = Recorder(file: file, redaction: redaction)
    }

    /// The identity of the other transport.
    public var clientIdentity: String? { base.clientIdentity }

    /// Sends a request with the other transport, and records the outcome.
    ///
    /// - Throws: The errors of the other transport; ``RecordingNotWritten``.
    public func send(_ request: Request) async throws -> Response {
        var measured = request
        measured[MeasuresExchange.self] = true
        let (date, start) = (Date(), ContinuousClock.now)
        let outcome: Result<Response, any Error>
        do {
            outcome = .success(try await base.send(measured))
        } catch {
            outcome = .failure(error)
        }
        guard let recorded = Recording.Outcome(outcome) else { return try outcome.get() }
        let exchange = Recording.Exchange(request, recorded, date: date, duration: ContinuousClock.now - start)
        try await recorder.record(exchange)
        return try outcome.get()
    }
}

extension Transport {
    /// Returns a transport that sends with this one and records each exchange to a file as an HTTP archive (HAR 1.2),
    /// without secrets.
    ///
    ///     let webservice = Webservice(
    ///         transport: PlatformTransport().recording(to: Recording.file("login.har")))
    ///
    /// - Parameters:
    ///   - file: The file of the archive. Its folder is created if it doesn't exist.
    ///   - redaction: The secrets. The archive has the names of those that you add.
    public func recording(to file: URL, redacting redaction: Redaction = .standard) -> RecordingTransport<Self> {
        RecordingTransport(self, file: file, redaction: redaction)
    }

    /// Returns a transport that sends with another one and records each exchange to a file: see
    /// ``recording(to:redacting:)``.
    ///
    ///     let webservice = Webservice(
    ///         transport: .recording(of: .platform, to: Recording.file("login.har")))
    public static func recording<Base: Transport>(
        of base: Base, to file: URL, redacting redaction: Redaction = .standard
    ) -> RecordingTransport<Base> where Self == RecordingTransport<Base> {
        base.recording(to: file, redacting: redaction)
    }
}

/// The error if a recording can't be written.
public struct RecordingNotWritten: Error, Sendable, CustomStringConvertible {
    /// The path of the file.
    let file: String
    /// The system's error.
    public let underlyingError: any Error

    /// The path of the file and the system's error.
    public var description: String { "the recording \(file) can't be written: \(underlyingError)" }
}

/// Writes a recording, one exchange at a time.
private actor Recorder {
    private let file: URL
    private var archive: Archive
    /// The dates when the exchanges began, in the order of the entries.
    private var dates: [Date] = []

    init(file: URL, redaction: Redaction) {
        self.file = file
        archive = Archive(redaction: redaction)
    }

    /// Inserts an exchange after those that began before it, and writes all of them.
    func record(_ exchange: Recording.Exchange) throws {
        let place = dates.lastIndex { $0 <= exchange.date }.map { $0 + 1 } ?? 0
        dates.insert(exchange.date, at: place)
        archive.insert(exchange, at: place)
        do {
            try archive.write(to: file)
        } catch {
            throw RecordingNotWritten(file: file.path, underlyingError: error)
        }
    }
}

extension Recording.Outcome {
    /// Creates the outcome of sending; nil if it was canceled or if nothing was sent.
    fileprivate init?(_ result: Result<Response, any Error>) {
        switch result {
        case .success(let response): self = .response(response)
        case .failure(let error as TransportError): self = .failure(error)
        case .failure(is CancellationError): return nil
        case .failure(let error as LoadError) where error.stage != .transport: return nil
        case .failure(let error): self = .failure(TransportError(.other, "\(error)"))
        }
    }
}
