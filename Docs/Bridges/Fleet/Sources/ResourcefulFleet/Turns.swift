import NIOConcurrencyHelpers

/// Lets one task after the other through, for each key.
final class Turns<Key: Hashable & Sendable>: Sendable {
    /// Those that wait for each key that is taken.
    private let waiting = NIOLockedValueBox<[Key: [Outcome<Bool>]]>([:])

    /// Waits until the key is free; false if the task was canceled meanwhile. After true, ``end(_:)`` must follow.
    func begin(_ key: Key) async -> Bool {
        let outcome = waiting.withLockedValue { waiting -> Outcome<Bool>? in
            guard waiting[key] != nil else {
                waiting[key] = []
                return nil
            }
            let outcome = Outcome<Bool>()
            waiting[key]?.append(outcome)
            return outcome
        }
        guard let outcome else { return true }
        return await outcome.value ?? false
    }

    /// Lets the next one through.
    func end(_ key: Key) {
        while true {
            let next = waiting.withLockedValue { waiting -> Outcome<Bool>? in
                guard var others = waiting[key], !others.isEmpty else {
                    waiting[key] = nil
                    return nil
                }
                let next = others.removeFirst()
                waiting[key] = others
                return next
            }
            guard let next, !next.set(true) else { return }
        }
    }
}
