import Foundation
import Resourceful
import ResourcefulResilience
import ResourcefulTesting

/// What a round can be.
struct RoundKind: Sendable {
    let name: String
    /// How often it is drawn, compared with others.
    let weight: Int
    let run: @Sendable (Round, inout Dice) async -> Void

    static let all: [RoundKind] = [
        RoundKind("exchange", 30) { await $0.exchange(&$1) },
        RoundKind("hostile", 8) { await $0.hostile(&$1) },
        RoundKind("leaving", 8) { await $0.left(&$1) },
        RoundKind("stray", 4) { await $0.stray(&$1) },
        RoundKind("closed", 3) { await $0.closed(&$1) },
        RoundKind("queued", 4) { await $0.queued(&$1) },
        RoundKind("download", 8) { await $0.resumedDownload(&$1) },
        RoundKind("elements", 8) { await $0.elements(&$1) },
        RoundKind("events", 3) { await $0.events(&$1) },
        RoundKind("upload", 8) { await $0.upload(&$1) },
        RoundKind("broken upload", 2) { await $0.brokenUpload(&$1) },
        RoundKind("retry", 6) { await $0.retried(&$1) },
        RoundKind("deadline", 2) { await $0.deadline(&$1) },
        RoundKind("circuit", 3) { await $0.circuit(&$1) },
        RoundKind("limits", 4) { await $0.limited(&$1) },
        RoundKind("bearer", 6) { await $0.bearer(&$1) },
        RoundKind("failover", 2) { await $0.failover(&$1) },
        RoundKind("redirects", 4) { await $0.redirected(&$1) },
        RoundKind("plan", 8) { await $0.plan(&$1) },
        RoundKind("shared run", 5) { await $0.sharedRun(&$1) },
        RoundKind("pages", 4) { await $0.pages(&$1) },
        RoundKind("JSON", 4) { await $0.json(&$1) },
        RoundKind("cache", 8) { await $0.cached(&$1) },
        RoundKind("crowded cache", 8) { await $0.crowdedCache(&$1) },
        RoundKind("nginx", 10) { await $0.nginx(&$1) },
    ]

    private init(_ name: String, _ weight: Int, _ run: @escaping @Sendable (Round, inout Dice) async -> Void) {
        (self.name, self.weight, self.run) = (name, weight, run)
    }

    static func drawn(_ dice: inout Dice) -> RoundKind {
        var place = dice.number(in: 0...all.map(\.weight).reduce(0, +) - 1)
        return all.first { kind in
            defer { place -= kind.weight }
            return place < kind.weight
        } ?? all[0]
    }
}

extension World {
    /// Runs a round: everything that it does follows from the seed and its number.
    func round(_ number: Int, on servers: Servers) async {
        var dice = Dice(seed: options.seed, round: number)
        let drawn = RoundKind.drawn(&dice)
        let kind = options.kind.flatMap { name in RoundKind.all.first { $0.name == name } } ?? drawn
        let round = Round(world: self, servers: servers, number: number, secrets: Secrets(&dice, round: number))
        record.withLock { $0.underway[number] = (kind.name, .now) }
        await kind.run(round, &dice)
        await round.finish()
        record.withLock { record in
            record.underway[number] = nil
            record.rounds += 1
            record.kinds[kind.name, default: 0] += 1
        }
    }
}
