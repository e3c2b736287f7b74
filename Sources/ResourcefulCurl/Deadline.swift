/// The time at which an exchange must be complete. libcurl checks the time while bytes arrive; decoding them may take
/// longer.
struct Deadline: Sendable {
    private let limit: Duration?
    private let instant: ContinuousClock.Instant?

    /// Creates the deadline of a request that begins now.
    init(_ request: Request) {
        limit = request.timeout
        // No exchange lasts longer.
        instant = limit.map { .now + min($0, .seconds(1 << 28)) }
    }

    /// Checks the time and the task.
    ///
    /// - Throws: `CancellationError`, or `TransportError` if the time has passed.
    func check() throws {
        try Task.checkCancellation()
        guard let limit, let instant, ContinuousClock.now > instant else { return }
        throw TransportError(.timedOut, "the response wasn't complete within \(limit)")
    }
}
