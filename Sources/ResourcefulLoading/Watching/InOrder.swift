/// Hands values on one after the other, in the order in which they came, whichever threads they came from.
///
/// Nothing is held while a value is handed on: what is done with it may bring the next one.
final class InOrder<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var waiting: [Value] = []
        var isBusy = false
    }

    private let state = Locked(State())

    /// Adds a value.
    ///
    /// - Returns: whether the caller is the one to hand the values on.
    func append(_ value: Value) -> Bool {
        state.withLock { state in
            state.waiting.append(value)
            defer { state.isBusy = true }
            return !state.isBusy
        }
    }

    /// The next value; nil when there is none. The next caller to add a value then hands it on.
    func next() -> Value? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
