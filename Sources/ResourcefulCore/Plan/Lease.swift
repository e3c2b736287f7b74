extension Loadable where Value: Sendable {
    /// Returns a plan that holds a lease while it runs: of all that share a store, one runs at a time under a name.
    ///
    ///     let nightly = Report.upload.leased(as: "nightly report", for: .seconds(60))
    ///
    /// ``Plan/shared(as:)`` does this within one Webservice; a lease does it among processes and machines that share a
    /// store. See ``Plan/leased(as:for:_:)``.
    public func leased(as name: String, for duration: Duration = .seconds(30)) -> Plan<Value> {
        .leased(as: name, for: duration) { _ in plan }
    }
}

extension Plan where Value: Sendable {
    /// Takes a lease, runs a plan, and gives the lease back, whatever the outcome is.
    ///
    ///     Plan.leased(as: "reindex") { fence in
    ///         Index.built.plan.flatMap { index in
    ///             Plan.update("index") { $0.isNewer(than: fence) ? $0 : index.entry(fence) }
    ///         }
    ///     }
    ///
    /// A plan that finds the lease taken looks again every 100 ms. It takes the lease over if it has seen no change for
    /// the whole duration: the holder has died or was canceled. It measures that by its own waits, so the clocks of
    /// machines can differ.
    ///
    /// A holder that was paused for longer than the duration doesn't know that it has lost the lease, and continues.
    /// Compare the number that the function receives with the one of the last write, and let the greater one win: each
    /// lease has a greater number than the one before it (a fencing token).
    ///
    /// With a store that loses its entries, or keeps none, plans don't wait.
    ///
    /// - Parameters:
    ///   - name: The name of the lease. The store's entry is called `lease` and this name.
    ///   - duration: How long the plan may take before others take the lease over.
    ///   - plan: Returns the plan, given the number of the lease.
    public static func leased(
        as name: String, for duration: Duration = .seconds(30),
        _ plan: @escaping @Sendable (_ fence: UInt64) throws -> Plan
    ) -> Plan {
        Lease(name: "lease \(name)", duration: duration).taken.flatMap { held in
            let run = Plan<UInt64>.value(held.fence).flatMap(plan)
            return run.map { Result<Value, any Error>.success($0) }
                .recover { Plan<Result<Value, any Error>>.value(.failure($0)) }
                .flatMap { outcome in held.returned.map { try outcome.get() } }
        }
    }
}

/// A lease in the store: how it is taken, and taken over.
private struct Lease: Sendable {
    let name: String
    let duration: Duration
    /// The time between two looks at a lease that is taken.
    let interval = Duration.milliseconds(100)

    /// Takes the lease; waits while others hold it.
    var taken: Plan<HeldLease> {
        Plan<UInt64>.random.flatMap { number in
            Plan<Date>.now.flatMap { now in attempt(by: max(number, 1), at: now, seen: nil, for: .zero) }
        }
    }

    /// Takes the lease if it is free, or has not changed for its duration.
    ///
    /// - Parameters:
    ///   - holder: The unique number of the process that takes it.
    ///   - seen: The record that was there at the last look.
    ///   - waited: For how long it has been there.
    private func attempt(
        by holder: UInt64, at date: Date, seen: LeaseRecord?, for waited: Duration
    ) -> Plan<HeldLease> {
        Plan<StoreEntry?>.read(name).flatMap { entry in
            let record = entry.flatMap { LeaseRecord($0) } ?? .none
            guard record.holder != 0, record != seen || waited < duration else {
                return take(record, by: holder, at: date)
            }
            let waited = record == seen ? waited + interval : interval
            return Plan<Void>.wait(for: interval).flatMap {
                attempt(by: holder, at: date, seen: record, for: waited)
            }
        }
    }

    /// Replaces a record by one of the holder, unless another was faster.
    private func take(_ record: LeaseRecord, by holder: UInt64, at date: Date) -> Plan<HeldLease> {
        let held = LeaseRecord(fence: record.fence &+ 1, holder: holder)
        return Plan<StoreEntry?>.update(name) { entry in
            (entry.flatMap { LeaseRecord($0) } ?? .none) == record ? held.entry(at: date) : entry
        }.flatMap { before in
            guard (before.flatMap { LeaseRecord($0) } ?? .none) == record else {
                return attempt(by: holder, at: date, seen: nil, for: .zero)
            }
            return .value(HeldLease(name: name, record: held, date: date))
        }
    }
}

/// A lease that was taken.
private struct HeldLease: Sendable {
    let name: String
    let record: LeaseRecord
    let date: Date

    var fence: UInt64 { record.fence }

    /// Gives the lease back, unless another has taken it over.
    var returned: Plan<Void> {
        Plan<StoreEntry?>.update(name) { [record, date] entry in
            guard let entry, LeaseRecord(entry) == record else { return entry }
            return LeaseRecord(fence: record.fence, holder: 0).entry(at: date)
        }.map { _ in () }
    }
}

/// A lease in the store: eight bytes that count how often it was taken, and eight for the holder, 0 if it is free.
private struct LeaseRecord: Equatable, Sendable {
    var fence: UInt64
    var holder: UInt64

    static let none = LeaseRecord(fence: 0, holder: 0)

    init(fence: UInt64, holder: UInt64) { (self.fence, self.holder) = (fence, holder) }

    init?(_ entry: StoreEntry) {
        guard entry.data.count == 16 else { return nil }
        let numbers = entry.data.withUnsafeBytes { bytes in
            (0..<2).map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }
        self.init(fence: numbers[0], holder: numbers[1])
    }

    func entry(at date: Date) -> StoreEntry {
        var data = Data()
        for number in [fence, holder] { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
        return StoreEntry(data: data, date: date)
    }
}
