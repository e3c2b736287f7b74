/// A pure value that decides when to report progress.
///
/// Unchanged progress isn't reported again. The first and the last progress are reported immediately.
package struct ProgressPace: Sendable {
    /// The minimum time between two reports.
    package let interval: Duration
    private var last: (progress: TransferProgress, time: Duration)?

    /// Creates a value that has reported nothing.
    package init(interval: Duration) { self.interval = interval }

    /// Returns whether to report a progress now; if so, it counts as reported.
    ///
    /// - Parameters:
    ///   - time: The time since a fixed moment; it never decreases.
    ///   - isLast: Whether this is the last progress.
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
