/// Reports the progress of a load in its own task, so a slow receiver doesn't delay a transfer.
package final class ProgressTeller: Sendable {
    package let meter: ProgressMeter
    private let task = Locked<Task<Void, Never>?>(nil)

    /// Creates a teller for one load.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between one progress and the next.
    ///   - tell: Called before the first request is sent, and then from time to time.
    package init(interval: Duration, tell: @escaping @Sendable (TransferProgress) -> Void) {
        meter = ProgressMeter { [task] meter in
            var pace = ProgressPace(interval: interval)
            _ = pace.admits(TransferProgress(), at: meter.time)
            task.withLock { [pace] task in
                guard !meter.isOver else { return }
                tell(TransferProgress())
                task = Task { await Self.run(meter, pace, interval, tell) }
            }
        }
    }

    // Releasing it ends the reports.
    deinit {
        task.withLock { [meter] task in
            task?.cancel()
            meter.fail()
        }
    }

    /// Ends after reporting the last progress.
    package func end(hasSucceeded: Bool) async {
        if hasSucceeded { meter.succeed() } else { meter.fail() }
        await task.withLock { $0 }?.value
    }

    private static func run(
        _ meter: ProgressMeter, _ pace: ProgressPace, _ interval: Duration, _ tell: (TransferProgress) -> Void
    ) async {
        var (pace, isLast) = (pace, false)
        while !isLast {
            isLast = await !meter.wait(for: interval)
            guard !Task.isCancelled else { return }
            let (progress, time) = (meter.progress, meter.time)
            if pace.admits(progress, at: time, isLast: isLast) { tell(progress) }
        }
    }
}
