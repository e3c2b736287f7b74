import CMeasuring
import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Loads that begin at the times of a schedule, whether or not those before them have ended.
///
/// A latency is the time from when a load was to begin until it ended. What begins late because something else takes
/// long has taken longer by that.
struct OpenLoop: Sendable {
    /// The file can't be read, or has something else than numbers.
    struct NoSchedule: Error {}

    /// Nanoseconds after the beginning, in order.
    let schedule: [Int64]

    /// Reads a file with one number in a line.
    init(file path: String) throws {
        guard let file = fopen(path, "r") else { throw NoSchedule() }
        defer { fclose(file) }
        var schedule: [Int64] = []
        var line = [CChar](repeating: 0, count: 64)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard let offset = Int64(text) else { throw NoSchedule() }
            schedule.append(offset)
        }
        self.schedule = schedule
    }

    /// Runs them all, and returns the nanoseconds that each took.
    func latencies(of load: @escaping @Sendable () async throws -> Void) async throws -> [Int64] {
        var latencies: [Int64] = []
        for task in await started(load) { latencies.append(try await task.value) }
        return latencies
    }

    /// From a thread of its own, which sleeps between them: those of tasks are for the loads.
    private func started(_ load: @escaping @Sendable () async throws -> Void) async -> [Task<Int64, any Error>] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "schedule", qos: .userInteractive).async { [schedule] in
                let start = cm_now() + 10_000_000
                let tasks = schedule.map { offset in
                    cm_sleep_until(start + offset)
                    return Task.detached {
                        try await load()
                        return cm_now() - start - offset
                    }
                }
                continuation.resume(returning: tasks)
            }
        }
    }
}
