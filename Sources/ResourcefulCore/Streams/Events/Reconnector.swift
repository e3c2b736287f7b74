#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decides how an event stream goes on when its body has ended.
struct Reconnector: Sendable {
    private let rule: Reconnection
    /// How many attempts have failed since the last response that opened the stream.
    private var failures = 0

    init(_ rule: Reconnection) { self.rule = rule }

    /// Takes note of a response that opens the stream.
    mutating func opened() { failures = 0 }

    /// Waits, then asks again; or ends the stream with the failure.
    ///
    /// - Parameters:
    ///   - failure: Why the body ended too early, or was not opened; nil for a body that came to its end.
    ///   - request: What was asked for.
    ///   - lastID: The last event ID; nil when none has come.
    ///   - asked: How long the server wants the wait to be, when it said so.
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
        // An ID that was reset by the server to nothing is not sent.
        if let lastID { next.headerFields["Last-Event-ID"] = lastID.isEmpty ? nil : lastID }
        let reason = failure.map { Redaction.standard.text(of: $0) } ?? "the body came to its end"
        return wait(asked: asked, after: failure).flatMap { [next] wait in
            Plan.note(LoadDecision(.retry, "\(Redaction.standard.line(reason)), again in \(wait.brief)"))
                .flatMap { Plan.wait(for: wait) }.map { next }
        }
    }

    /// The wait, which is as long as the server says in whatever way it does.
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
    /// Whether a failure is one of these: of the transport, or of a response whose status is.
    fileprivate func contains(_ failure: any Error) -> Bool {
        if let error = failure as? LoadError, error.stage == .status, let response = error.response {
            return contains(.success(response))
        }
        return contains(.failure(failure))
    }
}
