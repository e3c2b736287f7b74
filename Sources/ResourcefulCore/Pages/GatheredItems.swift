/// The items of many pages. A copy that grows leaves the other as it is, and shares nearly all with it: an item moves
/// as often as a number of their count has digits, in the binary system.
struct GatheredItems<Item: Sendable>: Sendable {
    /// Each of them longer than the one behind it.
    private var arrays: [[Item]] = []
    /// How many there are.
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

    /// The first ones, in their order.
    func prefix(_ limit: Int?) -> [Item] {
        let items = arrays.count == 1 ? arrays[0] : Array(arrays.joined())
        guard let limit, limit < items.count else { return items }
        return Array(items.prefix(limit))
    }
}
