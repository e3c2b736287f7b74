import ResourcefulCore

/// The loads of equal requests at the same moment: one sends, the others wait for its outcome.
///
/// The one who sends does so in its own task, so a load that is alone costs two looks at a table. When it is cancelled,
/// the next one takes over and sends anew: only requests for which that makes no difference are shared so.
final class SameLoads: Sendable {
    private typealias Outcome = Result<Response, any Error>

    private struct State: Sendable {
        /// For each load under way those who wait, the first one first.
        var followers: [SharingKey: [Follower]] = [:]
        var lastNumber = 0
    }

    private struct Follower: Sendable {
        let number: Int
        /// Nil: take over.
        let continuation: CheckedContinuation<Outcome?, Never>
    }

    private let state = Locked(State())

    /// Takes a load on; false when there is one under way. Who takes it on tells how it ended.
    func begin(_ key: SharingKey) -> Bool {
        state.withLock { state in
            guard state.followers[key] == nil else { return false }
            state.followers[key] = []
            return true
        }
    }

    /// Tells those who wait how a load has ended. When it was cancelled, the first one of them takes over.
    func end(_ key: SharingKey, with outcome: Result<Response, any Error>) {
        let followers = state.withLock { $0.followers.removeValue(forKey: key) ?? [] }
        guard !followers.isEmpty else { return }
        let isAbandoned = if case .failure = outcome { Task.isCancelled } else { false }
        for follower in followers { follower.continuation.resume(returning: isAbandoned ? nil : outcome) }
    }

    /// Waits for a load; nil when there is none any more that one could wait for.
    func follow(_ key: SharingKey) async -> Result<Response, any Error>? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Outcome?? in
                    // Under the lock: either the cancellation is seen here, or `leave` finds the follower.
                    guard !Task.isCancelled else { return .some(.failure(CancellationError())) }
                    guard state.followers[key] != nil else { return .some(nil) }
                    state.followers[key]?.append(Follower(number: number, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            leave(key, number)
        }
    }

    private func leave(_ key: SharingKey, _ number: Int) {
        let left = state.withLock { state -> Follower? in
            guard let index = state.followers[key]?.firstIndex(where: { $0.number == number }) else { return nil }
            return state.followers[key]?.remove(at: index)
        }
        left?.continuation.resume(returning: .failure(CancellationError()))
    }
}
