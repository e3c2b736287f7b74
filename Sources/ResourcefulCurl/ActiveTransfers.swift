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

    /// The buffer of one more: with few, a quarter of the system calls of libcurl's own size; of many, a share of 4 MB.
    func bufferSize(for transfer: Transfer) -> Int {
        min(transfer.receivesMuch ? 131_072 : 65_536, max(4_096, (4 << 20) / (count + 1)))
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
