import Dispatch

extension DispatchQueue {
    /// A queue of its own, for what has to be done soon and not here. The global queues share their threads with all
    /// tasks, who may have none to spare.
    static var elsewhere: DispatchQueue { DispatchQueue(label: "Resourceful.elsewhere") }
}
