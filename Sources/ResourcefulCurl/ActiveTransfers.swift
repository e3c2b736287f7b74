/// The transfers that libcurl carries out. Each knows its index, and its handle knows it: nothing is looked up.
struct ActiveTransfers {
    private var transfers: [Transfer] = []

    var count: Int { transfers.count }
    var isEmpty: Bool { transfers.isEmpty }

    /// Whether a transfer of this loop is active.
    func contains(_ transfer: Transfer) -> Bool { transfer.activeIndex != nil }

    /// Adds a transfer that isn't active, and keeps it until it is removed.
    mutating func insert(_ transfer: Transfer) {
        transfer.activeIndex = transfers.count
        transfers.append(transfer)
    }

    /// Returns the transfers that satisfy a condition.
    func filter(_ isIncluded: (Transfer) -> Bool) -> [Transfer] { transfers.filter(isIncluded) }

    /// Removes a transfer. The last one takes its index.
    mutating func remove(_ transfer: Transfer) {
        guard let index = transfer.activeIndex else { return }
        transfer.activeIndex = nil
        let last = transfers.removeLast()
        guard last !== transfer else { return }
        transfers[index] = last
        last.activeIndex = index
    }
}
