import Dispatch

/// Carries out the work of an actor one by one, on a thread that may block: not on one of the few that tasks share.
final class FileQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "ResourcefulLoading.DiskCache", qos: .utility)

    func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
