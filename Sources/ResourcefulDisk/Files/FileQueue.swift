import Dispatch

/// Runs the jobs of an actor one at a time, on a thread that may block, instead of one of the few that tasks share.
final class FileQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "ResourcefulDisk", qos: .utility)

    func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// Changes files, one change after the other, on a thread that can wait for the disk.
actor FileChanges {
    private nonisolated let queue = FileQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func apply<Value: Sendable>(_ change: @Sendable () -> Value) -> Value { change() }
}

/// Says once that what should be kept isn't.
final class FileWarning: Sendable {
    private let warning: @Sendable (String) -> Void
    private let hasWarned = Locked(false)

    init(_ warning: @escaping @Sendable (String) -> Void) { self.warning = warning }

    /// - Parameter problem: What can't be done with the file.
    func warn(_ problem: String, _ failure: DiskFailure) {
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst {
            warning("Entries such as tokens are lost when the program ends, because their file \(problem): \(failure)")
        }
    }
}
