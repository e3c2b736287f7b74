import NIOConcurrencyHelpers

/// An error of a server that is there, if it has rejected a command: for want of space, for instance.
package protocol ServerFailure: Error {
    /// Whether the server has answered.
    var isRejection: Bool { get }
    /// Whether the server has no time for this, but answers others, so that it isn't away.
    var isDelay: Bool { get }
}

extension ServerFailure {
    package var isDelay: Bool { false }
}

/// Whether a server that many processes share can be used.
///
/// After a failure, one task tries it again and tells it what it has missed. Meanwhile the server counts as away, and
/// no load waits for it. Nor does one wait for a server that is silent: that is no failure yet, so nothing is reported,
/// and no connection is lost.
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
        /// Whether the server was silent, and isn't told yet what it has missed.
        var isCatchingUp = false
        /// Asks the server whether it is there.
        var probe: @Sendable () async throws -> Void = {}
        /// What tells the server what it has missed.
        var returning: @Sendable () async throws -> Void = {}

        /// Begins to tell the server what it has missed, unless that is done already, or when it is back.
        mutating func beginCatchingUp() -> Bool {
            guard !isAway, !isCatchingUp else { return false }
            isCatchingUp = true
            return true
        }
    }

    private let pause: Duration
    private let liveness: Liveness
    private let report: @Sendable (FleetEvent) -> Void
    private let state = NIOLockedValueBox(State())

    /// Creates one for a server that is tried again at once when it fails, and then after each pause.
    package init(
        pause: Duration, liveness: Liveness = Liveness(wait: nil), report: @escaping @Sendable (FleetEvent) -> Void
    ) {
        (self.pause, self.liveness, self.report) = (pause, liveness, report)
        liveness.onAnswer { [weak self] in
            guard let self, self.state.withLockedValue({ $0.beginCatchingUp() }) else { return }
            Task { await self.endSilence() }
        }
    }

    /// Whether the server is used.
    var isPresent: Bool { state.withLockedValue { !$0.isAway && !$0.isCatchingUp } && !liveness.isSilent }

    /// Sets how the server is asked whether it is there, and what is done before it is used again. Both are tried until
    /// they succeed.
    func onReturn(
        probe: @escaping @Sendable () async throws -> Void, _ work: @escaping @Sendable () async throws -> Void
    ) {
        state.withLockedValue { ($0.probe, $0.returning) = (probe, work) }
    }

    /// Does something with the server. The task waits no longer if it is canceled, the server is away or silent, or this
    /// is late; then it goes on without the task.
    ///
    /// - Returns: What ``perform(isChange:_:)`` returns; nil if the task hasn't waited.
    func promptly<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        let outcome = Outcome<Value>()
        Task { outcome.set(await work()) }
        return await value(of: outcome)
    }

    /// The value when it is there; nil if the task waits no longer, since it was canceled, or the server is away, silent
    /// or late.
    ///
    /// - Parameters:
    ///   - outcome: Where the value arrives.
    ///   - giveUp: Sets the value of a task that needn't wait any longer, but for a cancellation.
    func value<Value: Sendable>(
        of outcome: Outcome<Value>, giveUp: (@Sendable () -> Void)? = nil
    ) async -> Value? {
        let giveUp = giveUp ?? { outcome.set(nil) }
        if !isPresent { giveUp() }
        return await liveness.value(of: outcome, giveUp: giveUp)
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
        do {
            let value = try await work()
            // What began before a failure says nothing about the server after it.
            if isChange, isPresent { returned(isChange: true) }
            return value
        } catch {
            fail(error, isChange: isChange)
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

    private func fail(_ error: any Error, isChange: Bool) {
        if (error as? any ServerFailure)?.isDelay == true { return }
        let isRejection = (error as? any ServerFailure)?.isRejection == true
        let (isNews, isFirst) = state.withLockedValue { state in
            guard !state.isOver else { return (false, false) }
            defer { (state.isLeft, state.isAway) = (true, true) }
            if isChange, isRejection { state.hasRejected = true }
            return (!state.isLeft, !state.isAway)
        }
        if isNews { report(.left(reason: "\(error)")) }
        if !isRejection { liveness.giveUp() }
        // A lost connection is opened again at once; what the server rejects now, it rejects a moment later, too.
        if isFirst { tryAgain(after: isRejection ? pause : .zero) }
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
                let (probe, returning, isOver) = state.withLockedValue { ($0.probe, $0.returning, $0.isOver) }
                if isOver { return true }
                try await probe()
                try await returning()
                returned(isChange: false)
                // What was missed in between counts, too.
                await catchUp()
                return true
            } catch {
                return false
            }
        }
    }

    /// Lets loads use a server that was silent, when it has answered over all connections and knows what it has missed:
    /// no load waits behind that.
    private func endSilence() async {
        let (probe, returning) = state.withLockedValue { ($0.probe, $0.returning) }
        do {
            try await probe()
            try await returning()
        } catch {
            fail(error, isChange: false)
        }
        state.withLockedValue { $0.isCatchingUp = false }
        // What was missed in between counts, too.
        await catchUp()
    }

    /// Tells the server what it has missed while it counted as there.
    private func catchUp() async { await perform(state.withLockedValue { $0.returning }) }
}
