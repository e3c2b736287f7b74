/// Turns under keys: at most one task at a time has the turn of a key, and the others wait.
final class KeyTurns<Key: Hashable & Sendable>: Sendable {
    /// The tasks that wait for each turn that is taken, in their order.
    private let waiting = Locked<[Key: [CheckedContinuation<Void, Never>]]>([:])

    /// Whether the turn of a key is taken.
    func isTaken(_ key: Key) -> Bool { waiting.withLock { $0[key] != nil } }

    /// Takes the turn of a key, as soon as it is free. Cancellation doesn't end the wait.
    func take(_ key: Key) async {
        guard !takes(key, orWaits: nil) else { return }
        await withCheckedContinuation { continuation in
            if takes(key, orWaits: continuation) { continuation.resume() }
        }
    }

    private func takes(_ key: Key, orWaits continuation: CheckedContinuation<Void, Never>?) -> Bool {
        waiting.withLock { waiting in
            guard waiting[key] != nil else {
                waiting[key] = []
                return true
            }
            if let continuation { waiting[key]?.append(continuation) }
            return false
        }
    }

    /// Ends the turn of a key, which the next one takes.
    func end(_ key: Key) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard let first = waiting[key]?.first else {
                waiting[key] = nil
                return nil
            }
            waiting[key]?.removeFirst()
            return first
        }
        next?.resume()
    }
}
