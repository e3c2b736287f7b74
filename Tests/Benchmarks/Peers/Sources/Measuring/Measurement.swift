/// What so many loads took.
struct Measurement: Sendable {
    /// A load returned something else than it had to.
    struct WrongOutcome: Error {
        let workload: Workload
        let outcome: Int
    }

    private let wallTime: Int
    private let processorTime: Int
    private let peakMemory: Int
    private var latencies: [Int64] = []

    /// Measures what the arguments ask for; nil where it is not among the loads.
    init?(of loads: [Workload: Contender.Load], _ arguments: Contender.Arguments) async throws {
        let warmUp = arguments.workload.warmUp
        guard let load = loads[arguments.workload], let first = loads[warmUp.workload] else { return nil }
        // By itself, so that the others find its connection where they can share one.
        try await Self.run(first, of: warmUp.workload, 1, atOnce: 1)
        try await Self.run(first, of: warmUp.workload, warmUp.count, atOnce: arguments.atOnce)
        let before = Usage.processorTime
        let (clock, workload) = (ContinuousClock(), arguments.workload)
        let start = clock.now
        if let openLoop = arguments.openLoop {
            latencies = try await openLoop.latencies { try await Self.run(load, of: workload, 1, atOnce: 1) }
        } else {
            try await Self.run(load, of: workload, arguments.count, atOnce: arguments.atOnce)
        }
        let duration = start.duration(to: clock.now)
        processorTime = Usage.processorTime - before
        wallTime = Int(duration / .nanoseconds(1))
        peakMemory = Usage.peakMemory
    }

    var json: String {
        let more = latencies.isEmpty ? "" : #", "latencies": \#(latencies)"#
        return #"{"wall": \#(wallTime), "cpu": \#(processorTime), "peak": \#(peakMemory)\#(more)}"#
    }

    private static func run(
        _ load: @escaping Contender.Load, of workload: Workload, _ count: Int, atOnce: Int
    ) async throws {
        let load: @Sendable () async throws -> Void = {
            let outcome = try await load()
            guard workload.accepts(outcome) else { throw WrongOutcome(workload: workload, outcome: outcome) }
        }
        guard atOnce > 1 else {
            for _ in 0..<count { try await load() }
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in 0..<atOnce {
                group.addTask { for _ in stride(from: first, to: count, by: atOnce) { try await load() } }
            }
            try await group.waitForAll()
        }
    }
}
