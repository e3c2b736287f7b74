import ResourcefulTesting
import Testing

/// The order of those who wait for room, when some of them leave.
struct WaitQueueTests {
    private let gate = GateKey(name: "gate", limit: 1)

    /// Somebody who waits, as the model knows him.
    private struct Waiter: Equatable {
        let number: Int
        let priority: Int
    }

    @Test func `when waiters come and leave, a permit goes to the highest priority, then to the first`() {
        checkEach(0..<Effort.size(reduced: 20, usual: 100, full: 2_000)) { seed in
            var numbers = SplitMix64(seed: UInt64(seed))
            var coordination = Coordination()
            guard case .entered(var permit) = coordination.enter(gate, at: nil) else {
                Issue.record("it is empty")
                return
            }
            var model: [Waiter] = []
            for _ in 0..<300 {
                switch Int.random(in: 0..<10, using: &numbers) {
                case 0..<5:
                    let waiter = Waiter(
                        number: coordination.nextNumber(), priority: Int.random(in: 0..<3, using: &numbers))
                    coordination.wait(for: gate, as: waiter.number, at: nil, priority: waiter.priority)
                    let place = model.firstIndex { $0.priority < waiter.priority }
                    model.insert(waiter, at: place ?? model.endIndex)
                case 5..<8:
                    guard let leaver = model.indices.randomElement(using: &numbers) else { continue }
                    let abandoned = coordination.leave(model.remove(at: leaver).number)
                    #expect(abandoned == nil, "\(seed)")
                default:
                    guard !model.isEmpty else { continue }
                    let next = try #require(coordination.exit(gate, permit).first, "\(seed)")
                    #expect(next.waiter == model.removeFirst().number, "\(seed)")
                    permit = next.permit
                }
            }
            while !model.isEmpty {
                let next = try #require(coordination.exit(gate, permit).first, "\(seed)")
                #expect(next.waiter == model.removeFirst().number, "\(seed)")
                permit = next.permit
            }
            let last = coordination.exit(gate, permit)
            #expect(last.isEmpty, "\(seed)")
            #expect(coordination.isIdle, "\(seed)")
        }
    }
}
