/// A function that receives the progress, and how often.
package struct ProgressWish: Sendable {
    let interval: Duration
    let tell: @Sendable (TransferProgress) -> Void

    package init(interval: Duration, tell: @escaping @Sendable (TransferProgress) -> Void) {
        (self.interval, self.tell) = (interval, tell)
    }

    /// Creates a teller for one load.
    package func teller() -> ProgressTeller { ProgressTeller(self) }
}

/// Reports the progress of a load in its own task, so a slow receiver doesn't delay a transfer.
package final class ProgressTeller: Sendable {
    package let meter = ProgressMeter()
    private let wish: ProgressWish
    private let task = Locked<Task<Void, Never>?>(nil)

    init(_ wish: ProgressWish) { self.wish = wish }

    // Releasing it ends the reports.
    deinit {
        task.withLock { $0 }?.cancel()
        meter.fail()
    }

    /// Reports the beginning, the first time it is called, and continues with the progress.
    package func begin() {
        guard task.withLock({ $0 == nil }) else { return }
        var pace = ProgressPace(interval: wish.interval)
        let beginning = TransferProgress()
        _ = pace.admits(beginning, at: meter.time)
        wish.tell(beginning)
        task.withLock { [meter, wish, pace] task in task = Task { await Self.run(meter, wish, pace) } }
    }

    /// Ends after reporting the last progress.
    package func end(hasSucceeded: Bool) async {
        if hasSucceeded { meter.succeed() } else { meter.fail() }
        await task.withLock { $0 }?.value
    }

    private static func run(_ meter: ProgressMeter, _ wish: ProgressWish, _ pace: ProgressPace) async {
        var (pace, isLast) = (pace, false)
        while !isLast {
            isLast = await !meter.wait(for: wish.interval)
            guard !Task.isCancelled else { return }
            let (progress, time) = (meter.progress, meter.time)
            if pace.admits(progress, at: time, isLast: isLast) { wish.tell(progress) }
        }
    }
}
