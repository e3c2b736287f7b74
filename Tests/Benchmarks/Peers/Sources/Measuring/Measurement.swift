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

    /// Measures what the arguments ask for; nil where it is not among the loads.
    init?(of loads: [Workload: Contender.Load], _ arguments: Contender.Arguments) async throws {
        let warmUp = arguments.workload.warmUp
        guard let load = loads[arguments.workload], let first = loads[warmUp.workload] else { return nil }
        try await Self.run(first, of: warmUp.workload, warmUp.count, atOnce: arguments.atOnce)
        let before = Usage.processorTime
        let duration = try await ContinuousClock().measure {
            try await Self.run(load, of: arguments.workload, arguments.count, atOnce: arguments.atOnce)
        }
        processorTime = Usage.processorTime - before
        wallTime = Int(duration / .nanoseconds(1))
        peakMemory = Usage.peakMemory
    }

    var json: String { #"{"wall": \#(wallTime), "cpu": \#(processorTime), "peak": \#(peakMemory)}"# }

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
