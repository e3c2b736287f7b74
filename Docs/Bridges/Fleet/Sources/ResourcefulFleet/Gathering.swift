import NIOConcurrencyHelpers

/// Reads what many tasks ask for at the same time with one command. What is asked while one is under way waits for its
/// reply, or for a part of the time that the last one took.
package final class Gathering<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package typealias Reading = @Sendable (_ keys: [Key]) async throws -> [Key: Value]

    private struct Asked: Sendable {
        let keys: [Key]
        let continuation: CheckedContinuation<[Value?], any Error>
    }

    private struct State: Sendable {
        var waiting: [Asked] = []
        /// How many commands are under way.
        var running = 0
        /// How long the last one took.
        var last = Duration.zero

        /// So long others can join: less than most round trips take. One takes long if the way is long, and if the server
        /// or this process is busy.
        var wait: Duration {
            running == 0 ? .microseconds(100) : min(max(last / 4, .milliseconds(1)), .milliseconds(5))
        }
    }

    private let state = NIOLockedValueBox(State())

    package init() {}

    /// Returns what is under keys; nil for those that have nothing.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - read: Reads keys, for others, too.
    package func values(_ keys: [Key], _ read: @escaping Reading) async throws -> [Value?] {
        try await withCheckedThrowingContinuation { continuation in
            let wait = state.withLockedValue { state in
                state.waiting.append(Asked(keys: keys, continuation: continuation))
                return state.waiting.count == 1 ? state.wait : nil
            }
            guard let wait else { return }
            Task {
                try? await Task.sleep(for: wait)
                await readAll(read)
            }
        }
    }

    private func readAll(_ read: Reading) async {
        while case let all = taken(), !all.isEmpty {
            let time = await ContinuousClock().measure { await readAll(all, read) }
            state.withLockedValue { state in
                state.running -= 1
                state.last = time
            }
        }
    }

    private func taken() -> [Asked] {
        state.withLockedValue { state in
            defer { state.waiting = [] }
            if !state.waiting.isEmpty { state.running += 1 }
            return state.waiting
        }
    }

    private func readAll(_ asked: [Asked], _ read: Reading) async {
        var all = asked
        while !all.isEmpty {
            let some = Array(all.prefix(500))
            all.removeFirst(some.count)
            do {
                let found = try await read(Array(Set(some.flatMap(\.keys))))
                for asked in some { asked.continuation.resume(returning: asked.keys.map { found[$0] }) }
            } catch {
                for asked in some { asked.continuation.resume(throwing: error) }
            }
        }
    }
}
