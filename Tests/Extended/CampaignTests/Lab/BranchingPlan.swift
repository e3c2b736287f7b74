import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

enum BranchingPlan {
    /// A plan of some branches by chance: each reads, writes, sends, waits, shares or fails.
    static func arbitrary(_ numbers: inout SplitMix64) -> Plan<String> {
        let branches = (0..<2 + Int(numbers.next() % 4) / 3).map { branch in
            (0..<1 + Int(numbers.next() % 2)).reduce(Plan.value("")) { plan, place in
                let step = step(UInt8(truncatingIfNeeded: numbers.next() % 19), "\(branch)\(place)")
                return plan.flatMap { text in step.map { text + $0 } }
            }
        }
        return all(branches).map { $0.joined(separator: ",") }
    }

    private static func step(_ kind: UInt8, _ name: String) -> Plan<String> {
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
            return send.flatMap { response in write.map { response } }.startInBackground(as: "run").map { "begun" }
        case 17:
            let write = Plan.write(StoreEntry(data: Data(name.utf8), date: .distantPast), to: "0").map { "w" }
            return first(of: [Plan.send(Request(url: url).alone()).flatMap { _ in write }, Plan.read("0").map(text)])
        default:
            return zip(Plan.read("0").map(text), Resource(url: url) { _ in "z" }).map { $0 + $1 }
        }
    }
}
