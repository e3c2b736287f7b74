import NIOConcurrencyHelpers

/// An error of a server that is there, if it has rejected a command: for want of space, for instance.
package protocol ServerFailure: Error {
    /// Whether the server has answered.
    var isRejection: Bool { get }
}

/// Whether a server that many processes share can be used.
package final class Availability: Sendable {
    private struct State {
        /// When the server is tried again; nil while it is used.
        var retry: ContinuousClock.Instant?
        /// The number of failures so far.
        var failures = 0
        /// Whether it was reported that the server can't be used.
        var isLeft = false
        /// Whether the server has rejected a change. Then it can be used again when it accepts one, even if it can be
        /// read: a full one can.
        var hasRejected = false
    }

    private let pause: Duration
    private let report: @Sendable (FleetEvent) -> Void
    private let state = NIOLockedValueBox(State())

    /// Creates one for a server that isn't tried again for some time after a failure.
    package init(pause: Duration, report: @escaping @Sendable (FleetEvent) -> Void) {
        (self.pause, self.report) = (pause, report)
    }

    /// Does something with the server; nil if that isn't possible now. Any error means that the server is away.
    ///
    /// - Parameters:
    ///   - isChange: Whether it changes what the server has. All that was changed without the server doesn't count.
    ///   - work: What it does.
    func perform<Value: Sendable>(
        isChange: Bool = false, _ work: @Sendable () async throws -> Value
    ) async -> Value? {
        let before = state.withLockedValue { $0 }
        guard before.retry.map({ $0 <= .now }) != false else { return nil }
        do {
            let value = try await work()
            succeed(isChange: isChange, after: before.failures)
            return value
        } catch {
            fail(error, isChange: isChange)
            return nil
        }
    }

    private func succeed(isChange: Bool, after failures: Int) {
        let isReturn = state.withLockedValue { state in
            // What began before a failure says nothing about the server after it.
            guard state.failures == failures else { return false }
            state.retry = nil
            guard state.isLeft, isChange || !state.hasRejected else { return false }
            (state.isLeft, state.hasRejected) = (false, false)
            return true
        }
        if isReturn { report(.returned) }
    }

    private func fail(_ error: any Error, isChange: Bool) {
        let isNew = state.withLockedValue { state in
            state.retry = .now + pause
            state.failures += 1
            if isChange, (error as? any ServerFailure)?.isRejection == true { state.hasRejected = true }
            defer { state.isLeft = true }
            return !state.isLeft
        }
        if isNew { report(.left(reason: "\(error)")) }
    }
}
