public import ResourcefulCore
public import ResourcefulLoading

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A transport that sends by another one, and records each exchange into a file as an HTTP archive (HAR 1.2).
///
/// Secrets are replaced before anything is written, and not even kept in memory: see `Redaction`. What the caller gets
/// is the response as it came. The file is written after each exchange, at once or not at all, so a crash loses the
/// exchanges under way and nothing else; what was in it before is replaced by the first one. An exchange that was
/// cancelled is not recorded. A response that is streamed is recorded, too, and for that is received whole first.
public struct RecordingTransport<Base: Transport>: Transport {
    private let base: Base
    private let recorder: Recorder

    fileprivate init(_ base: Base, file: URL, redaction: Redaction) {
        self.base = base
        recorder = Recorder(file: file, redaction: redaction)
    }

    /// Sends a request by the other transport, and records what came of it.
    ///
    /// - Throws: what the other transport throws, and ``RecordingNotWritten``.
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
    /// This transport, which now records each exchange into a file as an HTTP archive (HAR 1.2), without secrets.
    ///
    ///     let webservice = Webservice(transport: PlatformTransport().recording(to: Recording.file("login.har")))
    ///
    /// - Parameters:
    ///   - file: Where the archive is written, its folder too when that is not there.
    ///   - redaction: What is secret. What is added here is noted in the archive, by name.
    public func recording(to file: URL, redacting redaction: Redaction = .standard) -> RecordingTransport<Self> {
        RecordingTransport(self, file: file, redaction: redaction)
    }

    /// A transport that sends by another one and records each exchange into a file: see
    /// ``recording(to:redacting:)``.
    ///
    ///     let webservice = Webservice(transport: .recording(of: .platform, to: Recording.file("login.har")))
    public static func recording<Base: Transport>(
        of base: Base, to file: URL, redacting redaction: Redaction = .standard
    ) -> RecordingTransport<Base> where Self == RecordingTransport<Base> {
        base.recording(to: file, redacting: redaction)
    }
}

/// A recording can't be written.
public struct RecordingNotWritten: Error, Sendable, CustomStringConvertible {
    /// Where it should have been.
    public let file: String
    /// What the system says.
    public let underlyingError: any Error

    /// The file, and what the system says.
    public var description: String { "the recording \(file) can't be written: \(underlyingError)" }
}

/// Who writes a recording, one exchange after the other.
private actor Recorder {
    private let file: URL
    private var archive: Archive
    /// When the exchanges were begun, beside their entries.
    private var dates: [Date] = []

    init(file: URL, redaction: Redaction) {
        self.file = file
        archive = Archive(redaction: redaction)
    }

    /// Puts an exchange to those that began before it, and writes them all.
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
    /// What came of sending; nil when it was cancelled, or nothing was sent at all.
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
