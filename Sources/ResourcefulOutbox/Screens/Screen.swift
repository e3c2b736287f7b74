#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

extension Outbox {
    /// Loads a value, and shows it with the changes of writes that it doesn't have yet. Looks again and again what has
    /// become of them, and loads the value again when one is answered. The plan doesn't end by itself.
    ///
    ///     let screen = outbox.updates(of: Post.all.cached(), showing: [.like]) { shown in … }
    ///     try run.load(Plan.first(of: [screen, program]))
    ///
    /// An app uses `updates(of:showing:)` of `webservice.outbox`, which is made of this plan.
    ///
    /// - Parameters:
    ///   - loadable: The value. The stored one is shown first, if there is one.
    ///   - changes: The kinds of changes, and how they show.
    ///   - show: Called with each value to show.
    public func updates<Value: Sendable>(
        of loadable: some Loadable<Value>, showing changes: [OutboxChange<Value>],
        _ show: @escaping @Sendable (ShownValue<Value>) -> Void
    ) -> Plan<Void> {
        let plan = loadable.plan
        // Each run of the plan is a screen of its own.
        return Plan.value(()).flatMap { Screen(plan, changes, in: self, show).showing() }
    }
}

/// A screen that shows a value: the plans that load it, and that look what has become of writes.
struct Screen<Value: Sendable>: Sendable {
    private let plan: Plan<Value>
    private let outbox: Outbox
    let state: ScreenLock<ScreenState<Value>>
    private let show: @Sendable (ShownValue<Value>) -> Void

    init(
        _ plan: Plan<Value>, _ changes: [OutboxChange<Value>], in outbox: Outbox,
        _ show: @escaping @Sendable (ShownValue<Value>) -> Void
    ) {
        (self.plan, self.outbox, self.show) = (plan, outbox, show)
        state = ScreenLock(ScreenState(changes))
    }

    /// Loads the value while it looks at the outbox, and then again when the value is behind.
    func showing(refreshing: Bool = false) -> Plan<Void> {
        let loading = loading(refreshing: refreshing).continuing { outcome -> Plan<Result<Void, any Error>> in
            // A failure ends the race, too, but doesn't end a screen that shows something.
            if case .failure(let error) = outcome {
                if error is CancellationError { return .failure(error) }
                if change({ $0.failed(error) }) { return .value(.success(())) }
            }
            return .value(outcome)
        }
        let looking = watching(until: { _ in false }).map { Result<Void, any Error>.success(()) }
        return Plan.first(of: [loading, looking]).map { try $0.get() }
            .flatMap { watching(until: \.isBehind) }.flatMap { showing(refreshing: true) }
    }

    /// Loads the value, and shows it: what is stored first, then the server's.
    func loading(refreshing: Bool = false) -> Plan<Void> {
        passes(of: UpdateRun(plan, refreshing: refreshing), asking: refreshing)
    }

    private func passes(of run: UpdateRun<Value>, asking: Bool) -> Plan<Void> {
        outbox.look().flatMap { before -> Plan<Void> in
            var rest = run
            guard let next = rest.next() else { return .value(()) }
            if asking { state.withLock { $0.asks(after: before) } }
            return next.flatMap { [rest] update -> Plan<Void> in
                guard let update else {
                    // Parts that are stored, and fresh, may be older than an answer.
                    let mixes = !asking && !before.answered.isEmpty
                    return passes(of: mixes ? UpdateRun(plan, refreshing: true) : rest, asking: true)
                }
                return taking(update, after: before).flatMap { passes(of: rest, asking: true) }
            }
        }
    }

    private func taking(_ update: LoadUpdate<Value>, after before: OutboxLook) -> Plan<Void> {
        let number = state.withLock { $0.beginsLook().number }
        return outbox.look().flatMap { look -> Plan<Void> in
            Plan.now.map { now in
                _ = change { $0.took(LoadedValue(update, after: before, at: now), look, number: number) }
            }
        }
    }

    /// Looks at the outbox, and shows the value if it is another one. The value is whether it is.
    var looking: Plan<Bool> {
        Plan.value(()).flatMap { _ -> Plan<Bool> in
            let (number, settled, contained) = state.withLock { $0.beginsLook() }
            return outbox.look(from: settled, without: contained).map { look in
                change { $0.looked(look, number: number) }
            }
        }
    }

    private func watching(
        until isOver: @escaping @Sendable (ScreenState<Value>) -> Bool, after wait: Duration = .milliseconds(10)
    ) -> Plan<Void> {
        // Without a value, there is nothing to show.
        let look = state.withLock { $0.hasValue } ? looking : Plan.value(false)
        return look.flatMap { isNew -> Plan<Void> in
            if state.withLock({ isOver($0) }) { return .value(()) }
            let wait = isNew ? .milliseconds(10) : wait
            return Plan.wait(for: wait).flatMap { watching(until: isOver, after: min(wait * 2, .seconds(1))) }
        }
    }

    /// Changes the state, and shows what is new. The value is whether there is anything to show.
    private func change(_ change: @Sendable (inout ScreenState<Value>) -> ShownValue<Value>?) -> Bool {
        // Inside the lock, so that what is newer is shown later.
        state.withLock { state in change(&state).map { show($0) } != nil }
    }
}

/// A value behind a lock, on every platform. Hold it briefly, and never across an `await`.
final class ScreenLock<State: Sendable>: Sendable {
    #if canImport(Darwin)
        // `Mutex` needs macOS 15.
        private let lock: OSAllocatedUnfairLock<State>
        init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }
    #else
        private let lock: Mutex<State>
        init(_ state: State) { lock = Mutex(state) }
    #endif

    func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        lock.withLock { body(&$0) }
    }
}
