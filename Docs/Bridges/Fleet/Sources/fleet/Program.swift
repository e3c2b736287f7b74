import Foundation
import LocalRedis

/// Eight processes share a rate limit, a token and a cache in Redis, while they are killed, paused and started at
/// random. The service counts. Then Redis is away for a while, and comes back.
@main enum Program {
    private static let usage = """
        fleet: eight processes share a rate limit, a token and a cache

            fleet [SECONDS]             how long they are killed and started: 60 by default, at least 5
            fleet [SECONDS] --alone     they share nothing
        """

    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "worker", arguments.count >= 4, let api = URL(string: arguments[2]),
            let control = URL(string: arguments[3])
        {
            let socket = arguments.dropFirst(4).first
            return await Worker(name: arguments[1], service: api, control: control, socket: socket).run()
        }
        let isAlone = arguments.last == "--alone"
        if isAlone { arguments.removeLast() }
        guard arguments.count < 2, let seconds = Int(arguments.first ?? "60"), seconds >= 5 else {
            print(usage)
            exit(arguments.first == "--help" ? 0 : 64)
        }
        exit(try await run(for: .seconds(seconds), isAlone: isAlone) ? 0 : 1)
    }

    private static func run(for time: Duration, isAlone: Bool) async throws -> Bool {
        let redis = try await RedisServer.running()
        let server = try CountingServer()
        let crew = try Crew(8) { index in
            let process = Process()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments =
                ["worker", "process \(index + 1)"] + server.addresses + (isAlone ? [] : [redis.socket])
            try process.run()
            return process
        }
        defer { crew.killAll() }

        let (start, clock) = (ContinuousClock.now, ContinuousClock())
        while clock.now - start < time {
            try await Task.sleep(for: .milliseconds(Int.random(in: 300...1_500)))
            if Int.random(in: 0..<4) == 0 { try await crew.pauseOne(for: .seconds(3)) } else { try crew.killOne() }
        }
        let shared = report("\(crew.kills) killed and started, \(crew.pauses) paused for 3 s", server.nextPhase())

        guard !isAlone else {
            print("\nThe processes share nothing.")
            return shared.isRight
        }

        let away = time / 6
        redis.kill()
        try await Task.sleep(for: away)
        try await redis.start()
        // Each process tries again a second after it has failed.
        try await Task.sleep(for: .seconds(3))
        let alone = report("Redis away for \(away), by local rules", server.nextPhase())

        try await Task.sleep(for: time / 6)
        let after = report("Redis is back", server.nextPhase())
        let isRight = shared.isRight && after.isRight && alone.failures.isEmpty && alone.reads > 0
        print(isRight ? "\nThe service never saw more than was agreed." : "\nThe service saw more than was agreed.")
        return isRight
    }

    private static func report(_ title: String, _ count: CountingServer.Count) -> CountingServer.Count {
        let seconds = (count.arrivals.last.map { $0 - count.arrivals[0] } ?? .zero) / .seconds(1)
        print(
            """

            \(title)
              \(count.arrivals.count) requests in \(Int(seconds)) s; more than \(Int(CountingServer.rate)) a second \
            by at most \(Int(count.excess.rounded(.up))) (burst \(CountingServer.burst))
              \(count.refreshes) refreshes; \(count.doubleRefreshes) tokens with two heirs in use
              \(count.reads) reads, \(count.staleReads.count) of them stale; \(count.failures.count) failed loads
            """)
        for line in count.staleReads.prefix(5) + count.failures.prefix(5) { print("    \(line)") }
        return count
    }
}

extension CountingServer.Count {
    /// Whether the processes kept to what they share. A request can come late by as much as the machine is busy, and
    /// each process that was paused has one that waited.
    var isRight: Bool {
        excess <= Double(CountingServer.burst) + CountingServer.rate / 2 + 8 && doubleRefreshes == 0
            && staleReads.isEmpty && failures.isEmpty && reads > 0
    }
}
