extension DryRun {
    /// Creates a run in which a recording answers the requests.
    ///
    ///     var run = DryRun(replaying: try Recording("tour.har"))
    ///
    /// A request that isn't recorded fails at the request stage with ``RecordingMismatch``.
    public init(replaying recording: Recording, baseURL: URL? = nil, policies: [Policy] = []) {
        self.init(replaying: Replay(recording), baseURL: baseURL, policies: policies)
    }

    /// Creates a run in which a replay answers the requests. Afterwards, ask the replay whether the recording still
    /// fits.
    public init(replaying replay: Replay, baseURL: URL? = nil, policies: [Policy] = []) {
        self.init(baseURL: baseURL, policies: policies) { try replay.response(to: $0) }
    }
}

extension StubTransport {
    /// Creates a transport that answers from a recording.
    ///
    /// A request that isn't recorded fails at the request stage with ``RecordingMismatch``.
    public init(replaying recording: Recording) { self.init(replaying: Replay(recording)) }

    /// Creates a transport that answers from a replay. Afterwards, ask the replay whether the recording still fits.
    public init(replaying replay: Replay) { self.init { try replay.response(to: $0) } }
}

extension LoopbackServer {
    /// Starts a server that answers from a recording of any server.
    ///
    /// Redirects to a recorded server lead to this one. For a recorded failure, the server closes the connection, or
    /// stays silent if it was a timeout. A request that isn't recorded gets a 500 whose text gives the reason.
    ///
    /// - Throws: If the system has no socket or thread left.
    public convenience init(replaying recording: Recording) throws {
        try self.init(replaying: Replay(recording, comparingOrigins: false))
    }

    /// Starts a server that answers from a replay, which should not compare origins. Afterwards, ask the replay whether
    /// the recording still fits.
    ///
    /// - Throws: If the system has no socket or thread left.
    public convenience init(replaying replay: Replay) throws {
        let origins = Set(replay.recording.exchanges.compactMap { Origin($0.request.url) })
        try self.init(answering: { request in
            do {
                var response = try replay.response(to: request)
                response.headerFields.moveLocation(from: origins, to: request.url)
                // The content is decoded.
                if !response.body.isEmpty { response.headerFields["Content-Encoding"] = nil }
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
    /// Changes a redirect to one of the origins into one to the origin of a URL.
    fileprivate mutating func moveLocation(from origins: Set<Origin>, to url: URL) {
        guard let location = self["Location"], let target = URL(text: location), let origin = Origin(target),
            origins.contains(origin), let here = Origin(url)
        else { return }
        let rest = location.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" && $0 != "?" && $0 != "#" }
        self["Location"] = "\(here)\(rest.hasPrefix("/") ? "" : "/")\(rest)"
    }
}
