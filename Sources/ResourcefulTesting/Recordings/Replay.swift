/// A recording that answers requests, and keeps track of which exchanges were used.
///
/// The first unused exchange with the same method, URL and body answers a request: equal requests are answered in the
/// order in which they were recorded, others in any order. The order of query items and form fields, the formatting of
/// JSON, and the header fields of the request don't count. Secrets don't count, either, unless an exchange has the same
/// ones; if several exchanges differ in their secrets alone and none has those of the request, none answers it.
/// Everything else is compared byte by byte.
///
/// The content of a file is compared as if it were in memory. In an archive, a file of more than 64 KB is represented
/// by its size and its SHA-256, both without secrets. The content of a stream, and of a file that couldn't be read when
/// the exchange was recorded, is unknown: any content matches, but not a missing body. Files among the parts of a form
/// are compared by name.
///
///     let replay = Replay(recording)
///     var run = DryRun(replaying: replay, baseURL: api)
///     _ = try run.load(Episode.all)
///     try replay.finish()  // throws if an exchange wasn't used
///
/// You can use it from many tasks at once.
public final class Replay: Sendable {
    private struct State: Sendable {
        var isUsed: [Bool]
        var mismatches: [RecordingMismatch] = []
    }

    /// The replay of the current test, set by a trait, for example; nil if there is none.
    ///
    /// It's bound to a task and its child tasks, so each of several concurrent tests has its own replay:
    ///
    ///     try await Replay.$current.withValue(replay) { … }
    @TaskLocal public static var current: Replay?

    /// The recording that is replayed.
    let recording: Recording
    private let requests: RecordedRequests
    private let comparesOrigins: Bool
    private let state: Locked<State>

    /// Creates a replay of a recording, with all exchanges unused.
    ///
    /// - Parameters:
    ///   - recording: The recording to replay.
    ///   - comparingOrigins: Whether the scheme, host and port of a request count. Pass false for a server that stands
    ///     in for the recorded one.
    public init(_ recording: Recording, comparingOrigins: Bool = true) {
        self.recording = recording
        comparesOrigins = comparingOrigins
        requests = RecordedRequests(recording)
        state = Locked(State(isUsed: Array(repeating: false, count: recording.exchanges.count)))
    }

    /// Returns the recorded response to a request.
    ///
    /// - Throws: `LoadError` at the request stage with a ``RecordingMismatch`` if nothing was recorded for the request,
    ///   if it was used up, or if its content is missing; policies don't retry that, or replace it with another server
    ///   or a stored response. The recorded `TransportError` if the exchange failed.
    public func response(to request: Request) throws -> Response {
        do {
            switch try exchange(for: request).outcome {
            case .response(var response):
                response.url = request.url
                return response
            case .failure(let error): throw error
            case .withoutContent(let response, let size):
                let content = size > 0 ? "the \(size) bytes of the content were" : "the content was"
                throw mismatch(
                    "\(request)",
                    "it was answered with \(response.status), but \(content) left out when the recording was exported; "
                        + "export it again with the content")
            }
        } catch let mismatch as RecordingMismatch {
            state.withLock { $0.mismatches.append(mismatch) }
            throw LoadError(stage: .request, request: request, underlyingError: mismatch)
        }
    }

    /// Returns the exchange that answers a request, and marks it as used.
    private func exchange(for request: Request) throws(RecordingMismatch) -> Recording.Exchange {
        let asked = requests.asking(request)
        let (fitting, isAmbiguous) = requests.fitting(asked, comparingOrigins: comparesOrigins)
        if isAmbiguous, Set(fitting.map { recording.exchanges[$0].outcome }).count > 1 {
            let numbers = fitting.map { "\($0 + 1)" }.joined(separator: ", ")
            throw mismatch(
                asked.description,
                "the recorded requests \(numbers) differ from it, and from each other, only in their secrets; send "
                    + "the same secrets as one of them")
        }
        let found = state.withLock { state in
            let found = fitting.first { !state.isUsed[$0] }
            if let found { state.isUsed[found] = true }
            return found
        }
        if let found { return recording.exchanges[found] }
        let times = fitting.count == 1 ? "once" : "\(fitting.count) times"
        var mismatch = mismatch(
            asked.description, fitting.isEmpty ? nil : "it was recorded \(times), but is requested once more")
        if fitting.isEmpty, let nearest = requests.nearest(to: asked, comparingOrigins: comparesOrigins) {
            mismatch.nearest = "\(nearest.description) (number \(nearest.index + 1))"
            mismatch.differences = nearest.differences.map(\.description)
        }
        throw mismatch
    }

    private func mismatch(_ asked: String, _ reason: String?) -> RecordingMismatch {
        RecordingMismatch(
            asked: asked, count: recording.exchanges.count, file: recording.file, skipped: recording.skipped.count,
            reason: reason)
    }
}

extension Replay {
    /// The exchanges that no request has used yet, in order.
    public var unused: [Recording.Exchange] {
        let isUsed = state.withLock { $0.isUsed }
        return zip(recording.exchanges, isUsed).filter { !$0.1 }.map(\.0)
    }

    /// The requests that the recording didn't answer, even if the code under test caught the errors.
    package var mismatches: [RecordingMismatch] { state.withLock { $0.mismatches } }

    /// Checks that the recording still fits: every exchange was used, and every request was answered.
    ///
    /// - Throws: ``UnfitRecording``, which lists the unused exchanges and the unanswered requests.
    public func finish() throws {
        let (unused, mismatches) = (unused, mismatches)
        guard !unused.isEmpty || !mismatches.isEmpty else { return }
        throw UnfitRecording(unused: unused.map { "\($0.request)" }, mismatches: mismatches, file: recording.file)
    }
}
