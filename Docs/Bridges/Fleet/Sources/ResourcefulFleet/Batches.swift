import NIOConcurrencyHelpers

/// Does what many tasks ask for at the same time with one command. What is asked while one is under way waits for its
/// reply, or for a moment.
package final class Batches<Item: Sendable, Answer: Sendable>: Sendable {
    /// Answers items, in their order.
    package typealias Work = @Sendable (_ items: [Item]) async throws -> [Answer]

    private struct Asked: Sendable {
        let item: Item
        let time = ContinuousClock.now
        let continuation: CheckedContinuation<Answer, any Error>
    }

    private struct State: Sendable {
        var waiting: [Asked] = []
        /// How many commands are under way.
        var running = 0
    }

    private let atOnce: Int
    private let size: Int
    private let weight: @Sendable (Item) -> Int
    private let state = NIOLockedValueBox(State())

    /// Creates batches.
    ///
    /// - Parameters:
    ///   - atOnce: How many commands are under way at the same time. What is asked meanwhile waits for one of them.
    ///   - size: How many items a command takes.
    ///   - weight: As how many an item counts.
    package init(atOnce: Int = .max, size: Int = 500, weight: @escaping @Sendable (Item) -> Int = { _ in 1 }) {
        (self.atOnce, self.size, self.weight) = (max(1, atOnce), max(1, size), weight)
    }

    /// How many items wait.
    package var waiting: Int { state.withLockedValue { $0.waiting.count } }

    /// Returns the answer to an item.
    ///
    /// - Parameters:
    ///   - item: What is asked.
    ///   - work: Answers items, those of others, too.
    /// - Throws: What the work throws. If the server hasn't rejected it, those that wait aren't sent, either.
    package func answer(to item: Item, _ work: @escaping Work) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            let (isFirst, running) = state.withLockedValue { state in
                state.waiting.append(Asked(item: item, continuation: continuation))
                return (state.waiting.count == 1, state.running)
            }
            guard isFirst, running < atOnce else { return }
            Task {
                // So long others can join: less than most round trips take, or little of one that is long.
                await Self.pause(running == 0 ? .microseconds(300) : .milliseconds(1))
                while let some = next() {
                    await carryOut(some, work)
                    state.withLockedValue { $0.running -= 1 }
                }
            }
        }
    }

    /// Lets others join: eight turns of all other tasks, and at least so long. On a busy machine the turns take longer,
    /// so many join and no timer is needed.
    private static func pause(_ time: Duration) async {
        let end = ContinuousClock.now + time
        for _ in 0..<8 { await Task.yield() }
        if .now < end { try? await Task.sleep(until: end, clock: .continuous) }
    }

    /// Takes what comes next; nil if nothing does, or others will see to it.
    private func next() -> [Asked]? {
        state.withLockedValue { state in
            guard !state.waiting.isEmpty, state.running < atOnce else { return nil }
            let some = prefix(of: state.waiting)
            state.waiting.removeFirst(some.count)
            state.running += 1
            return some
        }
    }

    /// The items of one command: one at least.
    private func prefix(of waiting: [Asked]) -> [Asked] {
        var sum = 0
        let count = waiting.prefix { asked in
            sum += weight(asked.item)
            return sum <= size
        }.count
        return Array(waiting.prefix(max(1, count)))
    }

    /// Gives up what waits for so long, and isn't sent yet.
    package func giveUp(after time: Duration, _ error: any Error) {
        let now = ContinuousClock.now
        let late = state.withLockedValue { state in
            let count = state.waiting.prefix { now - $0.time >= time }.count
            defer { state.waiting.removeFirst(count) }
            return state.waiting.prefix(count)
        }
        for asked in late { asked.continuation.resume(throwing: error) }
    }

    private func carryOut(_ some: [Asked], _ work: Work) async {
        do {
            let answers = try await work(some.map { $0.item })
            guard answers.count == some.count else { throw MissingAnswers() }
            for (asked, answer) in zip(some, answers) { asked.continuation.resume(returning: answer) }
        } catch {
            // What a server that isn't there gets next would be late, too.
            let isRejection = (error as? any ServerFailure)?.isRejection == true
            let others = state.withLockedValue { state -> [Asked] in
                if isRejection { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for asked in some + others { asked.continuation.resume(throwing: error) }
        }
    }
}

/// A server hasn't sent an answer for each item.
private struct MissingAnswers: Error {}
