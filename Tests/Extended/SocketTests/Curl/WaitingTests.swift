import ResourcefulTesting
import Testing

@testable import ResourcefulCurl

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Who waits, in what order, and until when: beside a model that is slow and plain.
@Suite(.alone) struct WaitingTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `deadlines pass in order while waiters join and leave`(seed: UInt64) throws {
        var random = Numbers(state: seed)
        var now = ContinuousClock.now
        var (deadlines, model) = (Deadlines(), [Transfer]())
        for _ in 0..<2_000 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0...2:
                let transfer = transfer(timeout: .milliseconds(Int.random(in: 0..<50, using: &random)))
                deadlines.insert(transfer, at: now)
                model.append(transfer)
            case 3...4:
                guard let transfer = model.randomElement(using: &random) else { continue }
                deadlines.remove(transfer)
                model.removeAll { $0 === transfer }
                // A second time, there is nothing to do.
                deadlines.remove(transfer)
            default:
                now += .milliseconds(10)
                while let transfer = deadlines.popFirst(at: now) {
                    let deadline = try #require(transfer.deadline)
                    #expect(deadline <= now && deadline == model.compactMap(\.deadline).min())
                    model.removeAll { $0 === transfer }
                }
                #expect(model.allSatisfy { $0.deadline.map { $0 > now } == true })
            }
            #expect(deadlines.first == model.compactMap(\.deadline).min())
            #expect(model.allSatisfy { $0.rank != nil })
        }
    }

    @Test(arguments: [nil, Duration.seconds(2_000_000), .seconds(Int64.max), .seconds(Int64.max) * 18])
    func `a transfer without a timeout, or with one of weeks, has no deadline`(timeout: Duration?) {
        var deadlines = Deadlines()
        let transfer = transfer(timeout: timeout)
        deadlines.insert(transfer)
        #expect(deadlines.isEmpty && deadlines.first == nil && transfer.deadline == nil)
        deadlines.remove(transfer)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `transfers have their turns in the order in which they came, without those that have left`(seed: UInt64) {
        var random = Numbers(state: seed)
        let limit = Int.random(in: 1...4, using: &random)
        var queue = TransferQueue(limitPerOrigin: limit)
        var (active, line) = ([Transfer](), [Transfer]())
        for _ in 0..<3_000 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0...2:
                let transfer = transfer()
                let isAdmitted = queue.admit(transfer)
                #expect(isAdmitted == (active.count < limit))
                if isAdmitted { active.append(transfer) } else { line.append(transfer) }
            case 3...4:
                guard let transfer = line.randomElement(using: &random) else { continue }
                let answers = [queue.remove(transfer), queue.remove(transfer)]
                #expect(answers == [true, false])
                line.removeAll { $0 === transfer }
            default:
                guard let transfer = active.randomElement(using: &random) else { continue }
                let waited = queue.remove(transfer)
                #expect(!waited)
                active.removeAll { $0 === transfer }
                let next = queue.leave(transfer)
                #expect(next === line.first)
                if let next { active.append(next) }
                line = Array(line.dropFirst())
            }
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `a transfer is active from when it is added until it is removed`(seed: UInt64) {
        var random = Numbers(state: seed)
        var (active, model) = (ActiveTransfers(), [Transfer]())
        for _ in 0..<2_000 {
            if Bool.random(using: &random) {
                let added = transfer()
                #expect(!active.contains(added))
                active.insert(added)
                model.append(added)
            } else if let removed = model.randomElement(using: &random) {
                active.remove(removed)
                // A second time, there is nothing to do.
                active.remove(removed)
                model.removeAll { $0 === removed }
                #expect(!active.contains(removed))
            }
            #expect(active.count == model.count && active.isEmpty == model.isEmpty)
            #expect(Set(model.compactMap(\.activeIndex)) == Set(0..<model.count))
        }
    }

    @Test func `one transfer has a large buffer, and those of a thousand take sixteen megabytes at most`() {
        var (active, total) = (ActiveTransfers(), 0)
        #expect(active.bufferSize(for: transfer()) == 65_536)
        #expect(active.bufferSize(for: transfer(receivesMuch: true)) == 131_072)
        for _ in 0..<1_000 {
            let added = transfer()
            let size = active.bufferSize(for: added)
            active.insert(added)
            #expect(size >= 4_096 && (size == 4_096 || size * active.count <= 4 << 20))
            total += size
        }
        #expect(total < 16 << 20)
    }

    @Test func `more origins than are kept have queues of their own`() {
        var queue = TransferQueue(limitPerOrigin: 1)
        let transfers = (0..<1_500).map { transfer(host: "h\($0).example.org") }
        var admitted = transfers.map { queue.admit($0) }
        let second = transfer(host: "h7.example.org")
        admitted.append(queue.admit(second))
        #expect(admitted == transfers.map { _ in true } + [false])
        let next = transfers.map { queue.leave($0) }
        #expect(next[7] === second && next.compactMap(\.self).count == 1)
        let last = queue.leave(second)
        #expect(last == nil)
        // Those that were let go of begin anew.
        let again = transfers.map { transfer in queue.admit(transfer) && queue.leave(transfer) == nil }
        #expect(again.allSatisfy { $0 })
    }
}

private func transfer(
    timeout: Duration? = nil, host: String = "example.org", receivesMuch: Bool = false
) -> Transfer {
    let request = Request(url: URL(string: "http://\(host)/")!, timeout: timeout)
    return Transfer(request, sink: Nowhere(), receivesMuch: receivesMuch)
}

private final class Nowhere: ResponseSink {
    func begin(_ head: ResponseHead) {}
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool { true }
    func flush() {}
    func finish(_ outcome: Result<Void, any Error>) {}
}

/// Random numbers that follow from the first (SplitMix64).
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
