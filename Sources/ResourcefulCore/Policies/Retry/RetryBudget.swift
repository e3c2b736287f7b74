/// A limit for the retries of all loads of a Webservice from one origin, which keeps retries from overloading a
/// struggling server.
///
/// It is full at first. Each retry takes one out; each successful load puts a part of one in. When it is empty,
/// failures aren't retried until enough loads have succeeded.
///
///     let budget = RetryBudget(capacity: 2, deposit: 0.1)  // 2 retries, and 1 for 10 successful loads
///     let rule = RetryRule(upTo: 3, budget: budget)
///     let webservice = Webservice(baseURL: api, policies: [.retry(rule)])
public struct RetryBudget: Hashable, Sendable, CustomStringConvertible {
    /// The number of retries in a full budget.
    public let capacity: Int
    /// The part of a retry that each successful load puts in: with 0.1, ten successes allow one retry.
    public let deposit: Double

    /// Creates a budget. Negative numbers count as 0.
    public init(capacity: Int, deposit: Double) {
        self.capacity = min(max(0, capacity), Int(Millionths.max / Millionths.one))
        self.deposit = deposit.isFinite ? min(max(0, deposit), Double(self.capacity)) : 0
    }

    /// Fifty retries at once, then one for every five successful loads.
    public static let standard = RetryBudget(capacity: 50, deposit: 0.2)

    /// The capacity and the deposit.
    public var description: String { "a budget of \(capacity) retries, \(deposit) more for each success" }
}

/// Millionths of a retry: whole numbers, so that ten deposits of 0.1 are exactly one.
package struct Millionths {
    package static let one: UInt64 = 1_000_000
    package static let max = UInt64(UInt32.max) * one
}

extension RetryBudget {
    /// The name of the store's entry with the rest of a budget, for the origin of a request.
    package static func entryName(of request: Request) -> String {
        StoreEntry.scratchName(Origin(request.url).map { "retry-budget \($0)" } ?? "retry-budget")
    }

    /// Returns the store's entry of a budget after a success. Nil is a full budget, as argument and as result.
    public func deposited(_ entry: StoreEntry?) -> StoreEntry? {
        guard let entry else { return nil }
        return self.entry(left(in: entry) + UInt64(deposit * Double(Millionths.one)))
    }

    /// Returns the store's entry of a budget after a retry, or the same one if there isn't enough for it.
    public func withdrawn(_ entry: StoreEntry?) -> StoreEntry? {
        allowsRetry(entry) ? self.entry(left(in: entry) - Millionths.one) : entry
    }

    /// Whether there is enough for a retry.
    public func allowsRetry(_ entry: StoreEntry?) -> Bool { left(in: entry) >= Millionths.one }

    /// Returns the number of retries that are left.
    public func retriesLeft(_ entry: StoreEntry?) -> UInt64 { left(in: entry) / Millionths.one }

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
