/// How often somebody is told of a progress: a decision from values of time.
///
/// What has not changed is not told again. The first progress and the last one are told however soon they come.
package struct ProgressPace: Sendable {
    /// How long there is at least between one and the next.
    package let interval: Duration
    private var last: (progress: TransferProgress, time: Duration)?

    /// Nothing was told yet.
    package init(interval: Duration) { self.interval = interval }

    /// Whether to tell of a progress now; if so, it is taken for told.
    ///
    /// - Parameters:
    ///   - time: Since a moment that is always the same, never going back.
    ///   - isLast: Whether there won't be another one.
    package mutating func admits(
        _ progress: TransferProgress, at time: Duration, isLast: Bool = false
    ) -> Bool {
        if let last {
            guard progress != last.progress, !last.progress.isFinished else { return false }
            guard isLast || progress.isFinished || time - last.time >= interval else { return false }
        }
        last = (progress, time)
        return true
    }
}
