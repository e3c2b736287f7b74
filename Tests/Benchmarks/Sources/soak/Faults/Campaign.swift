import Foundation
import Resourceful
import ResourcefulTesting

/// A soak with faults: rounds until the time is over, and the footprint at quiet moments.
struct Campaign: Sendable {
    let world: World

    init(_ options: FaultOptions) throws { world = try World(options) }

    private var options: FaultOptions { world.options }

    /// Runs it.
    ///
    /// - Throws: `Wrong` when a round has failed or something has grown.
    func run() async throws {
        let atOnce = options.round == nil ? options.atOnce : 1
        say("seed \(options.seed), \(options.seconds) s, \(atOnce) rounds at once")
        if world.nginx == nil { say("no nginx here: the rounds with it are left out (Tests/Servers/run starts it)") }
        defer { try? FileManager.default.removeItem(at: world.folder) }
        startWatchdog()
        world.machine.watch()
        let next = Guarded(options.round ?? 1)
        let begin = ContinuousClock.now
        let end = begin + .seconds(options.seconds)
        // A minute, or a tenth of a short run; then servers that remember nothing, so often.
        let first = Duration.seconds(min(60, max(1, options.seconds / 10)))
        let period = Duration.seconds(min(60, max(5, options.seconds / 5)))
        try await rounds(until: begin + first, next)
        var before = try await quiet(tries: 1)
        say("after \(first): \(before)")
        var last = before
        while ContinuousClock.now < end, world.record.value.failures.count < 20 {
            try await rounds(until: min(end, .now + period), next)
            last = try await quiet(tries: 3, until: { $0.isWithin(before) })
            say("\(begin.duration(to: .now).components.seconds) s, \(world.record.value.rounds) rounds: \(last)")
            // The fewest that were seen: what a busy while has left behind by chance hides nothing.
            before = before.lowered(to: last)
        }
        report()
        guard last.isWithin(before) else { throw Wrong(description: "it grows: \(before) has become \(last)") }
        let failures = world.record.value.failures.count
        guard failures == 0 else { throw Wrong(description: "\(failures) times something was wrong") }
        say("every operation ended as it had to, nothing grew, and no secret was written")
    }

    /// Rounds, so many at once over the same transports and servers.
    private func rounds(until end: ContinuousClock.Instant, _ next: Guarded<Int>) async throws {
        let servers = try Servers()
        let nuisance = Task { await disturbNginx() }
        await withTaskGroup(of: Void.self) { group in
            // A round alone is one at a time: its requests are told by its number.
            for _ in 0..<(options.round == nil ? options.atOnce : 1) {
                group.addTask {
                    while ContinuousClock.now < end, world.record.value.failures.count < 20 {
                        let number = next.withLock { next in
                            defer { if options.round == nil { next += 1 } }
                            return next
                        }
                        await world.round(number, on: servers)
                    }
                }
            }
        }
        nuisance.cancel()
        servers.stop()
    }

    private func disturbNginx() async {
        var dice = Dice(seed: options.seed, round: 0)
        while (try? await Task.sleep(for: dice.milliseconds(3_000...9_000))) != nil { world.nginx?.disturb(&dice) }
    }

    /// Waits until connections and threads that nobody uses are gone: a second, and five for workers without work. In
    /// few pieces, as each wakes a worker up.
    private func quiet(tries: Int, until isQuiet: (Footprint) -> Bool = { _ in false }) async throws -> Footprint {
        for _ in 0..<tries {
            try await Task.sleep(for: .milliseconds(6_500))
            if isQuiet(.trimmed) { break }
        }
        return .trimmed
    }

    /// Ends the process when a round doesn't end.
    private func startWatchdog() {
        Thread.detachNewThread { [world] in
            while true {
                Thread.sleep(forTimeInterval: 2)
                let underway = world.record.value.underway
                for (number, round) in underway where round.since.duration(to: .now) > .seconds(150) {
                    world.fail(number, "\(round.text) doesn't end")
                    exit(1)
                }
            }
        }
    }

    private func report() {
        let (record, searched) = (world.record.value, world.writings.searched)
        let kinds = record.kinds.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
        let endings = record.endings.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
        say("\(record.rounds) rounds: \(kinds.joined(separator: ", "))")
        say("\(record.operations) operations: \(endings.joined(separator: ", "))")
        say("the latest end: \(record.lateness) after its time, \(record.latest)")
        say("answers that nobody had asked for, taken from connections that were thought quiet: \(record.strays)")
        say("searched for secrets: \(searched.texts) texts, \(searched.bytes >> 20) MB")
    }
}
