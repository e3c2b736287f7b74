/// The changes of responses that are on their way, and those that no task waits for any longer.
struct LateChanges {
    private var last: UInt64 = 0
    private var running: Set<UInt64> = []
    /// The names of those that go on without a task.
    private var late: [UInt64: ResponseName] = [:]
    /// What is under a name if the latest of them succeeds.
    private var expected: [ResponseName: (number: UInt64, entry: SharedEntry?)] = [:]

    /// Begins a change, and returns its number.
    mutating func begin() -> UInt64 {
        last += 1
        running.insert(last)
        return last
    }

    /// Lets a change go on without a task; false if it has ended.
    mutating func leave(_ number: UInt64, _ name: ResponseName, _ entry: SharedEntry?) -> Bool {
        guard running.contains(number) else { return false }
        late[number] = name
        expected[name] = (number, entry)
        return true
    }

    /// Ends a change; true if no task waits for it.
    mutating func end(_ number: UInt64) -> Bool {
        running.remove(number)
        guard let name = late.removeValue(forKey: number) else { return false }
        if expected[name]?.number == number { expected[name] = nil }
        return true
    }

    /// Whether no change goes on without a task.
    var isEmpty: Bool { expected.isEmpty }

    /// What is under a name soon; nil if no change goes on without a task.
    subscript(name: ResponseName) -> SharedEntry?? { expected[name].map { $0.entry } }
}
