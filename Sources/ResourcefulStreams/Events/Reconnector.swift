/// The logic that continues an event stream after its body has ended.
struct Reconnector: Sendable {
    private let rule: Reconnection
    /// The number of attempts that have failed since the last response that opened the stream.
    private var failures = 0

    init(_ rule: Reconnection) { self.rule = rule }

    /// Records that a response has opened the stream.
    mutating func opened() { failures = 0 }

    /// Waits, then asks again, or ends the stream with the failure.
    ///
    /// - Parameters:
    ///   - failure: Why the body ended too early or wasn't opened; nil if it is complete.
    ///   - request: The request that was sent.
    ///   - lastID: The last event ID; nil if none has come.
    ///   - asked: The wait that the server asked for, if any.
    mutating func resumption(
        after failure: (any Error)?, of request: Request, lastID: String?, asked: Duration?
    ) -> Plan<Request?> {
        if let failure {
            let isOfBody = (failure as? LoadError)?.received != nil
            guard rule.outcomes.contains(failure) else { return .failure(failure) }
            if !isOfBody { failures += 1 }
            if let limit = rule.maximumFailures, failures > limit { return .failure(failure) }
        }
        var next = request
        // An ID that the server reset to nothing isn't sent.
        if let lastID { next.headerFields["Last-Event-ID"] = lastID.isEmpty ? nil : lastID }
        let reason = failure.map { Redaction.standard.text(of: $0) } ?? "the body ended"
        return wait(asked: asked, after: failure).flatMap { [next] wait -> Plan<Request?> in
            let reason = "\(Redaction.standard.line(reason)), reconnecting in \(wait.brief)"
            return Plan.note(LoadDecision(.retry, .reconnected, of: Origin(next.url), for: wait, reason))
                .flatMap { Plan.wait(for: wait) }.map { next }
        }
    }

    /// Returns the wait, which is at least as long as the server asks for with `retry:` and Retry-After.
    private func wait(asked: Duration?, after failure: (any Error)?) -> Plan<Duration> {
        let drawn =
            failures == 0
            ? Plan.value(rule.wait(after: 0, asked: asked, drawing: 0))
            : Plan.random.map { [self] in rule.wait(after: failures, asked: asked, drawing: $0) }
        guard let retryAfter = (failure as? LoadError)?.response?.headerFields.retryAfter else { return drawn }
        return drawn.flatMap { drawn in Plan.now.map { max(drawn, retryAfter.duration(from: $0)) } }
    }
}

extension Outcomes {
    /// Whether these outcomes include a failure of the transport, or a response with its status.
    fileprivate func contains(_ failure: any Error) -> Bool {
        if let error = failure as? LoadError, error.stage == .status, let response = error.response {
            return contains(.success(response))
        }
        return contains(.failure(failure))
    }
}

extension LoadDecision.Action {
    /// An event stream is opened again, after a wait.
    public static let reconnected: LoadDecision.Action = "reconnected"
}
