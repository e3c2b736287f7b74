import Dispatch

/// Runs the jobs of an actor one at a time, on a thread that may block, instead of one of the few that tasks share.
final class FileQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "ResourcefulDisk", qos: .utility)

    func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
