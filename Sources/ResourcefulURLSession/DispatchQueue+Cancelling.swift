import Dispatch

extension DispatchQueue {
    /// The queue on which tasks are cancelled, one after the other: cancelling waits for the one queue that all
    /// sessions share.
    ///
    /// The global queues share their threads with all Swift tasks, which may have none to spare.
    static let cancelling = DispatchQueue(label: "Resourceful.cancelling")

    /// The queue for timeouts.
    static let timing = DispatchQueue(label: "Resourceful.timing")
}
