public import ResourcefulCore
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A recording that answers requests, and keeps account of which exchanges have been used.
///
/// A request is answered by the first exchange that is not used yet and has the same method, the same URL and the same
/// body: equal requests are answered in the order in which they were recorded, others in any. The items of a query and
/// the fields of a form may stand in another order, JSON may be spelled otherwise, and secrets don't count; the fields
/// of the request don't count either. All else is compared byte by byte.
///
/// The content of a file counts as if it were in memory. In an archive, a file of more than 64 KB is represented by its
/// size and its SHA-256, both without secrets. Of a stream, and of a file that was gone when the exchange was recorded,
/// nothing is known, so that any content fits, but not none. Files among the parts of a form count by name.
///
///     let replay = Replay(try Recording("tour.har"))
///     var run = DryRun(replaying: replay)
///     …
///     try replay.finish()
///
/// It may be asked from many tasks at once.
public final class Replay: Sendable {
    private struct State: Sendable {
        var isUsed: [Bool]
        var mismatches: [RecordingMismatch] = []
    }

    /// The replay that the test around this code was given, by a trait say; nil when it was given none.
    ///
    /// It is bound for a task and those that it begins, so tests that run at the same time have each their own:
    ///
    ///     try await Replay.$current.withValue(replay) { … }
    @TaskLocal public static var current: Replay?

    /// What is replayed.
    public let recording: Recording
    private let requests: RecordedRequests
    private let comparesOrigins: Bool
    private let state: Locked<State>

    /// A replay of which nothing is used yet.
    ///
    /// - Parameter comparingOrigins: Whether scheme, host and port of a request count. For a server that stands in for
    ///   the recorded one they don't.
    public init(_ recording: Recording, comparingOrigins: Bool = true) {
        self.recording = recording
        comparesOrigins = comparingOrigins
        requests = RecordedRequests(recording)
        state = Locked(State(isUsed: Array(repeating: false, count: recording.exchanges.count)))
    }

    /// What was recorded for a request.
    ///
    /// - Throws: `LoadError` at the request stage with a ``RecordingMismatch`` when nothing was recorded, or it is used
    ///   up: no policy tries that again, or takes another server or a stored response for it. The `TransportError` that
    ///   was recorded.
    public func response(to request: Request) throws -> Response {
        do {
            switch try exchange(for: request).outcome {
            case .response(var response):
                response.url = request.url
                return response
            case .failure(let error): throw error
            case .withoutContent(let response, let size): throw noted(mismatch(request, response, without: size))
            }
        } catch let mismatch as RecordingMismatch {
            throw LoadError(stage: .request, request: request, underlyingError: mismatch)
        }
    }

    private func mismatch(_ request: Request, _ response: Response, without size: Int) -> RecordingMismatch {
        RecordingMismatch(
            asked: "\(request)", count: recording.exchanges.count, file: recording.file,
            reason: "it was answered with \(response.status), but the \(size) bytes of the content were left out when "
                + "the recording was exported; export it anew with the content")
    }

    /// The exchange that answers a request, which is used from now on.
    private func exchange(for request: Request) throws(RecordingMismatch) -> Recording.Exchange {
        let asked = requests.asking(request)
        let fitting = requests.fitting(asked, comparingOrigins: comparesOrigins)
        let found = state.withLock { state in
            let found = fitting.first { !state.isUsed[$0] }
            if let found { state.isUsed[found] = true }
            return found
        }
        if let found { return recording.exchanges[found] }
        throw noted(mismatch(asked, usedUp: fitting.count))
    }

    private func noted(_ mismatch: RecordingMismatch) -> RecordingMismatch {
        state.withLock { $0.mismatches.append(mismatch) }
        return mismatch
    }

    private func mismatch(_ asked: RecordedRequests.Asked, usedUp: Int) -> RecordingMismatch {
        var mismatch = RecordingMismatch(
            asked: asked.description, count: recording.exchanges.count, file: recording.file,
            skipped: recording.skipped.count)
        guard usedUp == 0 else {
            mismatch.reason = "it was recorded \(usedUp == 1 ? "once" : "\(usedUp) times"), and is asked once more"
            return mismatch
        }
        guard let nearest = requests.nearest(to: asked, comparingOrigins: comparesOrigins) else { return mismatch }
        mismatch.nearest = "\(nearest.description) (number \(nearest.index + 1))"
        mismatch.differences = nearest.differences.map(\.description)
        return mismatch
    }
}

extension Replay {
    /// The exchanges that no request has asked for yet, in their order.
    public var unused: [Recording.Exchange] {
        let isUsed = state.withLock { $0.isUsed }
        return zip(recording.exchanges, isUsed).filter { !$0.1 }.map(\.0)
    }

    /// The requests that were not in the recording, be it that what was thrown for them was caught and forgotten.
    public var mismatches: [RecordingMismatch] { state.withLock { $0.mismatches } }

    /// Makes sure that the recording still fits: that every exchange was asked for, and nothing else.
    ///
    /// - Throws: ``UnfitRecording``, which lists what was not.
    public func finish() throws {
        let (unused, mismatches) = (unused, mismatches)
        guard !unused.isEmpty || !mismatches.isEmpty else { return }
        throw UnfitRecording(unused: unused.map { "\($0.request)" }, mismatches: mismatches, file: recording.file)
    }
}
