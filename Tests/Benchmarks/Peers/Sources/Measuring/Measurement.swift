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

    init(of load: @escaping Contender.Load, _ arguments: Contender.Arguments) async throws {
        let checked: @Sendable () async throws -> Void = { [workload = arguments.workload] in
            let outcome = try await load()
            guard workload.accepts(outcome) else { throw WrongOutcome(workload: workload, outcome: outcome) }
        }
        try await Self.run(checked, arguments.workload.warmUp, atOnce: arguments.atOnce)
        let before = Usage.processorTime
        let duration = try await ContinuousClock().measure {
            try await Self.run(checked, arguments.count, atOnce: arguments.atOnce)
        }
        processorTime = Usage.processorTime - before
        wallTime = Int(duration / .nanoseconds(1))
        peakMemory = Usage.peakMemory
    }

    var json: String { #"{"wall": \#(wallTime), "cpu": \#(processorTime), "peak": \#(peakMemory)}"# }

    private static func run(
        _ load: @escaping @Sendable () async throws -> Void, _ count: Int, atOnce: Int
    ) async throws {
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
