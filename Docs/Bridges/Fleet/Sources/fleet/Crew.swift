import Foundation

/// The processes, which are killed, paused and started.
final class Crew {
    private var processes: [Process?]
    private let start: (Int) throws -> Process
    private var numbers: SystemRandomNumberGenerator
    private(set) var (kills, pauses) = (0, 0)

    init(_ count: Int, start: @escaping (Int) throws -> Process) throws {
        (processes, self.start, numbers) = ([], start, SystemRandomNumberGenerator())
        for index in 0..<count { processes.append(try start(index)) }
    }

    /// Kills one, and starts another in its place.
    func killOne() throws {
        let index = Int.random(in: processes.indices, using: &numbers)
        guard let process = processes[index] else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        processes[index] = try start(index)
        kills += 1
    }

    /// Stops one for a time that is longer than its lease.
    func pauseOne(for time: Duration) async throws {
        guard let process = processes.randomElement(using: &numbers) ?? nil else { return }
        kill(process.processIdentifier, SIGSTOP)
        try await Task.sleep(for: time)
        kill(process.processIdentifier, SIGCONT)
        pauses += 1
    }

    func killAll() {
        for process in processes {
            guard let process else { continue }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        processes = []
    }
}
