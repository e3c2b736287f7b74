import Foundation

/// How long the threads of this process wait for a processor: what no load can be blamed for.
final class Machine: Sendable {
    private struct State: Sendable {
        /// What each thread has waited so far, in nanoseconds.
        var waits: [String: Int] = [:]
        /// The longest wait of a thread in each while, the last ones.
        var longest: [(end: ContinuousClock.Instant, wait: Duration)] = []
    }

    private let state = Guarded(State())

    /// Begins to watch, on a thread of its own, until the process ends.
    func watch() {
        Thread.detachNewThread { [state] in
            while true {
                Thread.sleep(forTimeInterval: 0.25)
                let waits = Self.waits()
                state.withLock { state in
                    let longest = waits.map { $0.value - (state.waits[$0.key] ?? 0) }.max() ?? 0
                    state.waits = waits
                    state.longest.append((.now, .nanoseconds(longest)))
                    if state.longest.count > 400 { state.longest.removeFirst(200) }
                }
            }
        }
    }

    /// How long a thread has waited since then, at most.
    func lateness(since begin: ContinuousClock.Instant) -> Duration {
        state.withLock { $0.longest.filter { $0.end > begin }.map(\.wait).reduce(.zero, +) }
    }

    /// How long each thread has waited (Linux's Documentation/scheduler/sched-stats).
    private static func waits() -> [String: Int] {
        let folder = "/proc/self/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let waits = threads.map { thread -> (String, Int) in
            let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
            let numbers = text?.split(separator: " ") ?? []
            return (thread, numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0)
        }
        return Dictionary(waits) { $1 }
    }
}
