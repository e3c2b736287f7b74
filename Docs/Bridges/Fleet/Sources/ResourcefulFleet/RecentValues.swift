/// The values that were kept last, up to a size: what is older than that is forgotten, all at once.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Generation = [Key: (value: Value, size: Int)]
    private var (recent, old): (Generation, Generation) = ([:], [:])
    private let limit: Int
    /// The size of the recent ones.
    private var size = 0

    /// Creates an empty collection, which may become twice as large as a limit.
    init(limit: Int) { self.limit = limit }

    subscript(key: Key) -> Value? { (recent[key] ?? old[key])?.value }

    /// The size of all.
    var totalSize: Int { size + old.values.reduce(0) { $0 + $1.size } }

    /// Keeps a value.
    ///
    /// - Returns: Whether old ones were forgotten.
    mutating func keep(_ value: Value, for key: Key, size: Int) -> Bool {
        var new = self.size + size - (recent[key]?.size ?? 0)
        let isFull = new > limit
        if isFull {
            swap(&recent, &old)
            recent.removeAll(keepingCapacity: true)
            new = size
        }
        recent[key] = (value, size)
        self.size = new
        return isFull
    }

    /// Changes a value that is there, and isn't old.
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        if let index = recent.index(forKey: key) { change(&recent.values[index].value) }
    }

    mutating func removeAll() { self = RecentValues(limit: limit) }
}
