import ResourcefulFleet

/// How long the server may take for an answer.
struct AnswerLimit: Sendable {
    /// Since when the answer is awaited.
    private(set) var start = ContinuousClock.now
    /// How long it may take.
    private let time: Duration
    /// How long it may take if the server answers others meanwhile.
    private let busy: Duration
    private let isServerBusy: @Sendable () -> Bool

    init(within time: Duration, busy: Duration, _ isServerBusy: @escaping @Sendable () -> Bool) {
        (self.time, self.busy, self.isServerBusy) = (time, busy, isServerBusy)
    }

    /// The limit of an answer that is awaited from now on: the server has just answered something else.
    var again: AnswerLimit { AnswerLimit(within: time, busy: busy, isServerBusy) }

    /// How long to wait now. If this process was paused, the answer may be there: it is looked at once more.
    ///
    /// - Throws: An error if it has taken too long.
    func next(isFirst: Bool) throws -> Duration {
        let taken = ContinuousClock.now - start
        if taken < time { return time - taken }
        if isFirst { return .milliseconds(20) }
        guard isServerBusy() else { throw late }
        guard taken < busy else {
            throw PostgresFailure("no answer within \(Int(busy / .milliseconds(1))) ms", isDelay: true)
        }
        // A server that was busy can be gone now.
        return min(time, busy - taken)
    }

    /// The error of an answer that doesn't come.
    var late: PostgresFailure { PostgresFailure("no answer within \(Int(time / .milliseconds(1))) ms") }
}
