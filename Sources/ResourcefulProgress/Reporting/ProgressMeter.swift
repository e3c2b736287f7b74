/// Counts the bytes of a load in progress, on any thread, for observers.
///
///     let meter = ProgressMeter()
///     let response = try await webservice.metered(by: meter.exchange).load(resource)
///     meter.succeed()
package final class ProgressMeter: Sendable {
    private struct State: Sendable {
        var tally = ProgressTally()
        /// Called when the first request is about to be sent; nil from then on.
        var beginning: (@Sendable (ProgressMeter) -> Void)?
        var isOver = false
        /// The task that waits for the next report.
        var sleeper: Task<Void, Never>?
    }

    private let state: Locked<State>
    private let start = ContinuousClock.now

    /// Creates a meter at zero. A function is called before the first request is sent, or at a success without any: not
    /// if the load fails before, such as for a file that can't be read.
    package init(beginning: @escaping @Sendable (ProgressMeter) -> Void = { _ in }) {
        state = Locked(State(beginning: beginning))
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// The time since the meter was created.
    package var time: Duration { start.duration(to: .now) }

    /// The current progress.
    package var progress: TransferProgress {
        let time = time
        return state.withLock { $0.tally.progress(at: time) }
    }

    /// Begins the exchange of a request and returns its meter.
    package func exchange(_ request: Request) -> any ExchangeMeter {
        let size: Int? = request.body == nil ? 0 : nil
        return TalliedExchange(self, number: state.withLock { $0.tally.began(toSend: size, of: request) })
    }

    /// Sets the number of bytes from an earlier attempt, which received bytes follow. Don't call it during an exchange.
    package func resume(after count: Int) { change { $0.resumed(after: count) } }

    /// Marks the load as successful: the progress is 1.
    package func succeed() {
        begin()
        end { $0.tally.succeeded() }
    }

    /// Marks the load as failed or canceled: the progress stays as it is.
    package func fail() { end { _ in } }

    fileprivate func begin() { state.withLock { $0.isOver ? nil : $0.beginning.take() }?(self) }

    func change(_ body: @Sendable (inout ProgressTally) -> Void) {
        state.withLock { body(&$0.tally) }
    }

    private func end(_ body: @Sendable (inout State) -> Void) {
        let sleeper = state.withLock { state in
            body(&state)
            state.isOver = true
            return state.sleeper.take()
        }
        sleeper?.cancel()
    }

    /// Waits for a time, or until the load ends. Returns false if it has ended.
    package func wait(for interval: Duration) async -> Bool {
        let sleeper = Task { _ = try? await Task.sleep(for: interval) }
        let isOver = state.withLock { state in
            if !state.isOver { state.sleeper = sleeper }
            return state.isOver
        }
        if isOver { sleeper.cancel() }
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
        return !self.isOver
    }
}

/// The meter of one exchange of a load.
private final class TalliedExchange: ExchangeMeter {
    private let meter: ProgressMeter
    private let number: Int

    init(_ meter: ProgressMeter, number: Int) { (self.meter, self.number) = (meter, number) }

    func expect(toSend count: Int?) {
        meter.change { [number] in $0.expects(toSend: count, number) }
        meter.begin()
    }

    func send(_ count: Int) { meter.change { [number] in $0.sent(count, number) } }

    func rewind(to offset: Int) { meter.change { [number] in $0.rewound(to: offset, number) } }

    func answer(expecting count: Int?) { meter.change { [number] in $0.answered(toReceive: count, number) } }

    func receive(_ count: Int) { meter.change { [number] in $0.received(count, number) } }

    func end(inVain: Bool) { meter.change { [number] in $0.ended(number, inVain: inVain) } }
}
