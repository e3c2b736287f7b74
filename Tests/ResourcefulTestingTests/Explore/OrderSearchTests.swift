import TestSupport
import Testing

@testable import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct OrderSearchTests {
    private static let seeds = UInt64(Effort.isReduced ? 25 : 80)
    private static let most = 60
    private static let length = 2 as UInt64

    /// A plan of some branches by chance: each reads, writes, sends, waits, shares or fails.
    private func plan(_ numbers: inout SplitMix64) -> Plan<String> {
        let branches = (0..<2 + Int(numbers.next() % 4) / 3).map { branch in
            (0..<1 + Int(numbers.next() % Self.length)).reduce(Plan.value("")) { plan, place in
                let step = step(UInt8(truncatingIfNeeded: numbers.next() % 18), "\(branch)\(place)")
                return plan.flatMap { text in step.map { text + $0 } }
            }
        }
        return all(branches).map { $0.joined(separator: ",") }
    }

    private func step(_ kind: UInt8, _ name: String) -> Plan<String> {
        let text: @Sendable (StoreEntry?) -> String = { entry in
            entry.map { String(decoding: $0.data, as: UTF8.self) } ?? "-"
        }
        let url = URL(string: "http://example.org/\(kind % 2)")!
        switch kind {
        case 0, 1: return Plan.read("\(kind)").map(text)
        case 2, 3:
            return Plan.update("\(kind - 2)") { StoreEntry(data: Data((text($0) + name).utf8), date: .distantPast) }
                .map(text)
        case 4: return Plan.write(StoreEntry(data: Data(name.utf8), date: .distantPast), to: "0").map { name }
        case 5, 6: return Resource(url: url) { String(decoding: $0, as: UTF8.self) }.plan
        case 7: return Plan.wait(for: .seconds(1)).map { "w" }
        case 8: return Plan.now.map { "\($0.timeIntervalSinceReferenceDate)" }
        case 9: return Plan.random.map { "\($0 % 100)" }
        case 10: return Plan<String>.failure(TransportError(.other, name)).recover { Plan.value("\($0)") }
        case 11: return Plan.failure(TransportError(.other, name))
        case 12: return Plan.send(Request(url: url).alone()).shared(as: "key").map { "\($0.body.count)" }
        case 13: return Plan.send(Request(url: url).alone()).limited(to: 1, under: "room").map { "\($0.body.count)" }
        case 14: return Resource(url: url) { String(decoding: $0, as: UTF8.self) }.cached().plan
        case 15: return Plan.removeCached(.all).map { "removed" }
        case 16:
            let send = Plan.send(Request(url: url).alone())
            let write = Plan.write(StoreEntry(data: Data(name.utf8), date: .distantPast), to: "0")
            return send.flatMap { response in write.map { response } }.begun(as: "run").map { "begun" }
        default:
            return zip(Plan.read("0").map(text), Resource(url: url) { _ in "z" }).map { $0 + $1 }
        }
    }

    /// All different ends that a search comes to, and in how many runs.
    private func ends(_ plan: Plan<String>, isPlain: Bool) -> (ends: Set<String>, runs: Int)? {
        var search = OrderSearch(isPlain: isPlain)
        var (ends, runs) = (Set<String>(), 0)
        while !search.isDone {
            guard runs < Self.most else { return nil }
            var count = 0
            var run = DryRun { request in
                count += 1
                let fields: HeaderFields = ["Cache-Control": "max-age=60"]
                return Response(headerFields: fields, body: Data("\(count)\(request.url.path)".utf8))
            }
            run.scheduler = search.scheduler
            let outcome = Result { try run.load(plan) }
            let scheduler = run.scheduler!
            if !scheduler.isCut {
                let store = run.store.map { "\($0)\(String(decoding: $1.data, as: UTF8.self))" }.sorted()
                ends.insert("\(outcome) \(store) \(run.cache.entries.count) \(run.requests.map(\.url.path))")
            }
            search.learn(from: scheduler)
            runs += 1
        }
        return (ends, runs)
    }

    @Test func `a search that leaves out equal orders comes to the same ends as one that tries everything`() {
        var (compared, fewer, plain) = (0, 0, 0)
        for seed in 0..<Self.seeds {
            var numbers = SplitMix64(seed: seed)
            let plan = plan(&numbers)
            guard let everything = ends(plan, isPlain: true), let reduced = ends(plan, isPlain: false) else { continue }
            #expect(everything.ends == reduced.ends, "seed \(seed)")
            compared += 1
            fewer += reduced.runs
            plain += everything.runs
        }
        #expect(compared > Self.seeds / 4)
        #expect(fewer * 4 < plain)
    }
}
