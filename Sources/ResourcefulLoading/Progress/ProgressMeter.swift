package import ResourcefulCore

/// Counts the bytes of a load while it is under way, from any thread, for those who watch it.
///
///     let meter = ProgressMeter()
///     let response = try await webservice.metered(by: meter).load(resource)
///     meter.succeed()
package final class ProgressMeter: Sendable {
    private struct State: Sendable {
        var tally = ProgressTally()
        var isOver = false
        /// Who waits for the next time to look.
        var sleeper: Task<Void, Never>?
    }

    private let state = Locked(State())
    private let start = ContinuousClock.now

    /// A meter at zero.
    package init() {}

    /// The time since the meter was made.
    package var time: Duration { start.duration(to: .now) }

    /// How far it has come by now.
    package var progress: TransferProgress {
        let time = time
        return state.withLock { $0.tally.progress(at: time) }
    }

    /// Begins an exchange: its bytes count in what is returned.
    package func exchange(_ request: Request) -> ExchangeMeter {
        let toSend = request.body == nil ? 0 : request.body?.knownLength
        return ExchangeMeter(self, number: state.withLock { $0.tally.began(toSend: toSend) })
    }

    /// So many bytes are there already, from an earlier attempt; what is received follows them. Not to be said while an
    /// exchange is under way.
    package func resume(after count: Int) { change { $0.resumed(after: count) } }

    /// Says that the load has succeeded: the progress is 1.
    package func succeed() { end { $0.tally.succeeded() } }

    /// Says that the load has failed or was cancelled: the progress stays where it is.
    package func fail() { end { _ in } }

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

    /// Waits for a time, or until the load is over; false when it is.
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
        return !state.withLock { $0.isOver }
    }
}

extension Body {
    /// How many bytes it has as it is sent, as far as that is known without reading it.
    var knownLength: Int? {
        if case .stream(let content) = content { return isGzipped ? nil : content.length }
        guard !isGzipped else { return nil }
        do {
            return try UploadReader(self).count
        } catch {
            return nil
        }
    }
}
