/// The items of many pages. A copy that grows leaves the original unchanged and shares nearly all of its storage. Each
/// item moves at most as many times as their number has binary digits.
struct GatheredItems<Item: Sendable>: Sendable {
    /// Arrays of items, each longer than the next.
    private var arrays: [[Item]] = []
    /// The number of items.
    private(set) var count = 0

    mutating func append(_ items: [Item]) {
        guard !items.isEmpty else { return }
        count += items.count
        var tail = [items]
        var size = items.count
        while let last = arrays.last, last.count <= size {
            size += last.count
            tail.append(arrays.removeLast())
        }
        arrays.append(tail.count == 1 ? items : Array(tail.reversed().joined()))
    }

    /// Returns the items in order, up to a limit.
    func prefix(_ limit: Int?) -> [Item] {
        let items = arrays.count == 1 ? arrays[0] : Array(arrays.joined())
        guard let limit, limit < items.count else { return items }
        return Array(items.prefix(limit))
    }
}
