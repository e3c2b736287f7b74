import Dispatch

extension DispatchQueue {
    /// The queue on which tasks are canceled, one after the other: canceling waits for the one queue that all
    /// sessions share.
    ///
    /// The global queues share their threads with all Swift tasks, which may have none to spare.
    static let cancelling = DispatchQueue(label: "Resourceful.cancellation")

    /// The queue for timeouts.
    static let timing = DispatchQueue(label: "Resourceful.timing")
}
