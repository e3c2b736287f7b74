/// How many retries all loads of a Webservice may make together, so that retrying never overloads a server that
/// struggles.
///
/// It begins full. Each retry takes one out; each load that succeeds puts a part of one in. Once it is empty, failures
/// stand as they are, until enough loads have succeeded.
public struct RetryBudget: Hashable, Sendable, CustomStringConvertible {
    /// How many retries it holds when it is full.
    package let capacity: Int
    /// What a load that succeeds puts in, as a part of one retry: with 0.1 there is one retry for ten successes.
    package let deposit: Double

    /// A budget. A number below nothing counts as nothing.
    public init(capacity: Int, deposit: Double) {
        self.capacity = min(max(0, capacity), Int(Millionths.max / Millionths.one))
        self.deposit = deposit.isFinite ? min(max(0, deposit), Double(self.capacity)) : 0
    }

    /// Fifty retries at once, then one for five loads that succeed.
    public static let standard = RetryBudget(capacity: 50, deposit: 0.2)

    /// The capacity and the deposit.
    public var description: String { "a budget of \(capacity) retries, \(deposit) more for each success" }
}

/// Millionths of a retry: whole numbers, so that ten deposits of 0.1 are one.
package struct Millionths {
    package static let one: UInt64 = 1_000_000
    package static let max = UInt64(UInt32.max) * one
}

extension RetryBudget {
    /// The name of what is left, in the store.
    package static let name = "retry-budget"

    /// What is left after a success; nil stands for a full budget, before and after.
    package func deposited(_ entry: StoreEntry?) -> StoreEntry? {
        guard let entry else { return nil }
        return self.entry(left(in: entry) + UInt64(deposit * Double(Millionths.one)))
    }

    /// What is left after a retry; the same when there is not enough for one.
    package func withdrawn(_ entry: StoreEntry?) -> StoreEntry? {
        allowsRetry(entry) ? self.entry(left(in: entry) - Millionths.one) : entry
    }

    /// Whether there is enough for a retry.
    package func allowsRetry(_ entry: StoreEntry?) -> Bool { left(in: entry) >= Millionths.one }

    private var full: UInt64 { UInt64(capacity) * Millionths.one }

    private func left(in entry: StoreEntry?) -> UInt64 {
        guard let entry, entry.data.count == 8 else { return full }
        return min(full, entry.data.reduce(0) { $0 << 8 | UInt64($1) })
    }

    private func entry(_ left: UInt64) -> StoreEntry? {
        guard left < full else { return nil }
        return StoreEntry(bytes: (0..<8).map { UInt8(truncatingIfNeeded: left >> (56 - 8 * $0)) })
    }
}
