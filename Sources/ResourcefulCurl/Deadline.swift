import ResourcefulCore

/// When an exchange has to be over. libcurl looks at the time while bytes come; decoding them may take longer.
struct Deadline: Sendable {
    private let limit: Duration?
    private let instant: ContinuousClock.Instant?

    /// The deadline of a request that the transport has just been given.
    init(_ request: Request) {
        limit = request.timeout
        // Longer than any exchange lives.
        instant = limit.map { .now + min($0, .seconds(1 << 28)) }
    }

    /// Checks the time and the task.
    ///
    /// - Throws: `CancellationError`, or `TransportError` when the time is over.
    func check() throws {
        try Task.checkCancellation()
        guard let limit, let instant, ContinuousClock.now > instant else { return }
        throw TransportError(.timedOut, "the response was not complete within \(limit)")
    }
}
