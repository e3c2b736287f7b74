import NIOConcurrencyHelpers

/// An error of a server that is there, if it has rejected a command: for want of space, for instance.
package protocol ServerFailure: Error {
    /// Whether the server has answered.
    var isRejection: Bool { get }
    /// Whether there was no answer in time. Others may have one: then the server is only busy.
    var isLate: Bool { get }
}

/// Whether a server that many processes share can be used.
///
/// After a failure, one task tries it again and tells it what it has missed. Meanwhile the server counts as away, and
/// no load waits for it. A command that has no answer in time, while later ones have one, is no such failure: a
/// processor that others use, or an entry that another process holds, is no outage.
package final class Availability: Sendable {
    private struct State {
        /// Whether a task tries the server again.
        var isAway = false
        /// Whether it was reported that the server can't be used.
        var isLeft = false
        /// Whether the server has rejected a change. Then it can be used again when it accepts one, even if it can be
        /// read: a full one can.
        var hasRejected = false
        /// Whether the store was closed: the server is away for good, which is no news.
        var isOver = false
        /// Whether a task tells the server what it has missed, though it is used.
        var isCatchingUp = false
        /// When the server answered last.
        var answered: ContinuousClock.Instant?
        /// What tells the server what it has missed.
        var returning: @Sendable () async throws -> Void = {}
    }

    private let pause: Duration
    private let report: @Sendable (FleetEvent) -> Void
    private let state = NIOLockedValueBox(State())

    /// Creates one for a server that is tried again at once when it fails, and then after each pause.
    package init(pause: Duration, report: @escaping @Sendable (FleetEvent) -> Void) {
        (self.pause, self.report) = (pause, report)
    }

    /// Whether the server is used.
    var isPresent: Bool { state.withLockedValue { !$0.isAway } }

    /// Sets what is done before the server is used again. It is tried until that succeeds.
    func onReturn(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLockedValue { $0.returning = work }
    }

    /// Does something with the server; nil if that isn't possible now. Any error means that the server is away.
    ///
    /// - Parameters:
    ///   - isChange: Whether it changes what the server has. All that was changed without the server doesn't count.
    ///   - work: What it does.
    @discardableResult func perform<Value: Sendable>(
        isChange: Bool = false, _ work: @Sendable () async throws -> Value
    ) async -> Value? {
        guard isPresent else { return nil }
        let start = ContinuousClock.now
        do {
            let value = try await work()
            state.withLockedValue { $0.answered = .now }
            // What began before a failure says nothing about the server after it.
            if isChange, isPresent { returned(isChange: true) }
            return value
        } catch {
            fail(error, isChange: isChange, since: start)
            return nil
        }
    }

    /// Uses the server no longer, after what was sent before is answered.
    func end(_ probe: @Sendable () async throws -> Void, _ close: @Sendable () async -> Void) async {
        let wasPresent = state.withLockedValue { state in
            defer { (state.isOver, state.isAway) = (true, true) }
            return !state.isAway
        }
        // Its reply comes after all others.
        if wasPresent { try? await probe() }
        await close()
    }

    private func returned(isChange: Bool) {
        let isNews = state.withLockedValue { state in
            guard !state.isOver else { return false }
            state.isAway = false
            guard state.isLeft, isChange || !state.hasRejected else { return false }
            (state.isLeft, state.hasRejected) = (false, false)
            return true
        }
        if isNews { report(.returned) }
    }

    private func fail(_ error: any Error, isChange: Bool, since start: ContinuousClock.Instant) {
        let failure = error as? any ServerFailure
        let (isRejection, isLate) = (failure?.isRejection == true, failure?.isLate == true)
        let isBusy = state.withLockedValue { isLate && !$0.isAway && ($0.answered ?? start) > start }
        if isBusy { return catchUp() }
        let (isNews, isFirst) = state.withLockedValue { state in
            guard !state.isOver else { return (false, false) }
            defer { (state.isLeft, state.isAway) = (true, true) }
            if isChange, isRejection { state.hasRejected = true }
            return (!state.isLeft, !state.isAway)
        }
        if isNews { report(.left(reason: "\(error)")) }
        // A lost connection is opened again at once; what the server rejects now, it rejects a moment later, too.
        if isFirst { tryAgain(after: isRejection ? pause : .zero) }
    }

    /// Tells a server that is busy what it has missed, a pause later.
    private func catchUp() {
        let isFirst = state.withLockedValue { state in
            defer { state.isCatchingUp = true }
            return !state.isCatchingUp
        }
        guard isFirst else { return }
        Task { [weak self, pause] in
            while true {
                try? await Task.sleep(for: max(pause, .milliseconds(1)))
                guard let hasCaughtUp = await self?.hasCaughtUp, !hasCaughtUp else { return }
            }
        }
    }

    private var hasCaughtUp: Bool {
        get async {
            let (returning, isUsed) = state.withLockedValue { ($0.returning, !$0.isAway) }
            do {
                // Of one that is away, it is the task that tries it again.
                if isUsed { try await returning() }
                state.withLockedValue { $0.isCatchingUp = false }
                return true
            } catch {
                return false
            }
        }
    }

    /// Tries the server until it answers, while anybody uses it.
    private func tryAgain(after first: Duration) {
        Task { [weak self, pause] in
            var wait = first
            while true {
                if wait > .zero { try? await Task.sleep(for: wait) }
                guard let isBack = await self?.isBack, !isBack else { return }
                wait = max(pause, .milliseconds(1))
            }
        }
    }

    private var isBack: Bool {
        get async {
            do {
                let (returning, isOver) = state.withLockedValue { ($0.returning, $0.isOver) }
                if isOver { return true }
                try await returning()
                returned(isChange: false)
                // What was missed in between counts, too.
                await perform { try await returning() }
                return true
            } catch {
                return false
            }
        }
    }
}
