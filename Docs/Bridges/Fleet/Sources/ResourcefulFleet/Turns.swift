import NIOConcurrencyHelpers

/// Lets one task after the other through, for each key.
final class Turns<Key: Hashable & Sendable>: Sendable {
    /// Those that wait for each key that is taken.
    private let waiting = NIOLockedValueBox<[Key: [Outcome<Bool>]]>([:])

    /// Waits until the key is free; false if the task doesn't wait for so long. After true, ``end(_:)`` must follow.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: How the task waits; until it is canceled, by default.
    func begin(_ key: Key, _ value: (Outcome<Bool>) async -> Bool? = { await $0.value }) async -> Bool {
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
        return await value(outcome) ?? false
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
