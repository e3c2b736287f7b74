import NIOConcurrencyHelpers

/// How long loads wait for a server, and whether it is silent: see ``Answers``.
///
/// A load waits once, for so long. Then it continues without the server, and what it has begun goes on without it. When
/// the server is silent, all loads continue, and none waits any longer, until the server answers.
package final class Liveness: Sendable {
    private struct Waiter: Sendable {
        let start: ContinuousClock.Instant
        let giveUp: @Sendable () -> Void
    }

    private struct State: Sendable {
        /// Whether the server was silent when this store last looked.
        var wasSilent = false
        var waiters: [UInt64: Waiter] = [:]
        var last: UInt64 = 0
        var isWatched = false
        var ask: @Sendable () async -> Void = {}
        var giveUp: @Sendable (Duration) -> Void = { _ in }
        var resume: @Sendable () -> Void = {}
    }

    private let wait: Duration?
    private let answers: SharedAnswers
    private let state = NIOLockedValueBox(State())

    /// Creates one.
    ///
    /// - Parameters:
    ///   - wait: How long a load waits; nil if what is asked ends by itself in time.
    ///   - server: What is equal for all stores of this process that use the server; nil if none other does.
    package init(wait: Duration?, server: String? = nil) {
        self.wait = wait.map { max($0, .milliseconds(1)) }
        answers = server.map { SharedAnswers.of("\($0) \(String(describing: wait))") } ?? SharedAnswers()
    }

    /// Whether the server is silent.
    package var isSilent: Bool {
        guard answers.withLockedValue({ $0.isSilent }) else { return false }
        // It is noticed when that ends, also if another store has asked.
        watch()
        return true
    }

    /// Sets how the server is asked for a sign of life, without waiting behind something else.
    package func onDoubt(_ ask: @escaping @Sendable () async -> Void) { state.withLockedValue { $0.ask = ask } }

    /// Sets how what waits for so long and isn't sent yet is given up: no load waits for it any longer.
    package func onLate(_ giveUp: @escaping @Sendable (Duration) -> Void) {
        state.withLockedValue { $0.giveUp = giveUp }
    }

    /// Sets what is done when the server isn't silent any longer.
    func onAnswer(_ resume: @escaping @Sendable () -> Void) { state.withLockedValue { $0.resume = resume } }

    // MARK: What is asked

    /// Asks the server something, and notes whether it answers.
    ///
    /// - Parameter work: Receives what tells whether the server has answered something else meanwhile.
    package func asking<Value: Sendable>(
        _ work: (_ isBusy: @escaping @Sendable () -> Bool) async throws -> Value
    ) async throws -> Value {
        guard wait != nil else { return try await work { false } }
        let number = answers.withLockedValue { $0.ask(at: .now) }
        watch()
        do {
            let value = try await work { [answers] in answers.withLockedValue { $0.isBusy(since: number) } }
            end(number, isAnswered: true)
            return value
        } catch {
            end(number, isAnswered: (error as? any ServerFailure)?.isRejection == true)
            throw error
        }
    }

    private func end(_ number: UInt64, isAnswered: Bool) {
        answers.withLockedValue { $0.end(number, isAnswered: isAnswered) }
        let resume = state.withLockedValue { state -> (@Sendable () -> Void)? in
            guard state.wasSilent, !answers.withLockedValue({ $0.isSilent }) else { return nil }
            state.wasSilent = false
            return state.resume
        }
        resume?()
    }

    // MARK: Those that wait

    /// The value when it is there. Calls a function if the load waits no longer, which then sets the value.
    func value<Value: Sendable>(
        of outcome: Outcome<Value>, giveUp: @escaping @Sendable () -> Void
    ) async -> Value? {
        let number = state.withLockedValue { state in
            state.last += 1
            state.waiters[state.last] = Waiter(start: .now, giveUp: giveUp)
            return state.last
        }
        defer { state.withLockedValue { $0.waiters[number] = nil } }
        if isSilent { giveUp() } else { watch() }
        return await outcome.value
    }

    /// Lets all that wait continue.
    func giveUp() {
        for waiter in state.withLockedValue({ Array($0.waiters.values) }) { waiter.giveUp() }
    }

    // MARK: The time

    /// Looks at the time as long as anything is open.
    private func watch() {
        guard let wait else { return }
        let isFirst = state.withLockedValue { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        guard isFirst else { return }
        Task { [weak self] in
            while let next = self?.look(wait) { try? await Task.sleep(until: next, clock: .continuous) }
        }
    }

    /// What a look at the time has found.
    private struct Found {
        var late: [Waiter] = []
        /// What is done now.
        var works: [@Sendable () -> Void] = []
        var next: ContinuousClock.Instant?
    }

    /// Lets those continue that have waited for long enough, and returns when to look again; nil if nothing is open.
    private func look(_ wait: Duration) -> ContinuousClock.Instant? {
        let now = ContinuousClock.now
        let found = state.withLockedValue { state in
            let (look, isSilent) = answers.withLockedValue { ($0.look(at: now, wait: wait), $0.isSilent) }
            var found = Found(next: look.next)
            if !isSilent, state.wasSilent { found.works.append(state.resume) }
            if look.asks { found.works.append { [ask = state.ask] in Task { await ask() } } }
            for (number, waiter) in state.waiters {
                if isSilent || waiter.start + wait <= now {
                    found.late.append(waiter)
                    state.waiters[number] = nil
                } else {
                    found.next = min(found.next ?? waiter.start + wait, waiter.start + wait)
                }
            }
            if isSilent && !state.wasSilent || !found.late.isEmpty {
                // A load that waits is a little older than what it asks.
                found.works.append { [giveUp = state.giveUp] in giveUp(isSilent ? .zero : wait * 3 / 4) }
            }
            state.wasSilent = isSilent
            state.isWatched = found.next != nil
            return found
        }
        for work in found.works { work() }
        for waiter in found.late { waiter.giveUp() }
        // Another store may find out sooner that the server is silent, or answers again.
        return found.next.map { max(min($0, now + wait / 8), now + .milliseconds(1)) }
    }
}
