import Dispatch

extension DispatchQueue {
    /// Where tasks are cancelled, one after the other: that waits for the one queue that all sessions share.
    ///
    /// The global queues share their threads with all Swift tasks, who may have none to spare.
    static let cancelling = DispatchQueue(label: "Resourceful.cancelling")

    /// Where those are told whose time is over.
    static let timing = DispatchQueue(label: "Resourceful.timing")
}
