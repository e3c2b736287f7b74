public import ResourcefulCore
import ResourcefulLoading

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension DryRun {
    /// A run whose requests are answered from a recording.
    ///
    ///     var run = DryRun(replaying: try Recording("tour.har"))
    ///
    /// A request that is not in it fails at the request stage with ``RecordingMismatch``.
    public init(replaying recording: Recording, baseURL: URL? = nil, policies: [Policy] = []) {
        self.init(replaying: Replay(recording), baseURL: baseURL, policies: policies)
    }

    /// A run whose requests are answered by a replay, which can be asked afterwards whether the recording still fits.
    public init(replaying replay: Replay, baseURL: URL? = nil, policies: [Policy] = []) {
        self.init(baseURL: baseURL, policies: policies) { try replay.response(to: $0) }
    }
}

extension StubTransport {
    /// A transport that answers from a recording.
    ///
    /// A request that is not in it fails at the request stage with ``RecordingMismatch``.
    public init(replaying recording: Recording) { self.init(replaying: Replay(recording)) }

    /// A transport that answers from a replay, which can be asked afterwards whether the recording still fits.
    public init(replaying replay: Replay) { self.init { try replay.response(to: $0) } }
}

extension LoopbackServer {
    /// A server that answers from a recording, whatever server that was of.
    ///
    /// Redirects to a recorded server lead to this one. Of a recorded failure, the connection is closed, or kept in
    /// silence when it was a time-out. A request that is not in the recording is answered with a 500 that says why.
    ///
    /// - Throws: when the system has no socket or no thread for it.
    public convenience init(replaying recording: Recording) throws {
        try self.init(replaying: Replay(recording, comparingOrigins: false))
    }

    /// A server that answers from a replay, which can be asked afterwards whether the recording still fits; one that
    /// does not compare origins.
    ///
    /// - Throws: when the system has no socket or no thread for it.
    public convenience init(replaying replay: Replay) throws {
        let origins = Set(replay.recording.exchanges.compactMap { Origin($0.request.url) })
        try self.init(answering: { request in
            do {
                var response = try replay.response(to: request)
                response.headerFields.moveLocation(from: origins, to: request.url)
                return .response(response)
            } catch let error as LoadError {
                throw error.underlyingError ?? error
            } catch let error as TransportError {
                return .faulty(Response(), error.kind == .timedOut ? .silence : .closeBeforeAnswer)
            }
        })
    }
}

extension HeaderFields {
    /// Has a redirect to one of the origins lead to that of a URL.
    fileprivate mutating func moveLocation(from origins: Set<Origin>, to url: URL) {
        guard let location = self["Location"], let target = URL(string: location), let origin = Origin(target),
            origins.contains(origin), let here = Origin(url)
        else { return }
        let rest = location.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" && $0 != "?" && $0 != "#" }
        self["Location"] = "\(here)\(rest.hasPrefix("/") ? "" : "/")\(rest)"
    }
}
