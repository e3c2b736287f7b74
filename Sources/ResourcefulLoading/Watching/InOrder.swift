/// Passes values on one after the other, in the order in which they arrived, from any threads.
///
/// It holds no lock while a value is passed on: handling it may add the next one.
final class InOrder<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var waiting: [Value] = []
        var isBusy = false
    }

    private let state = Locked(State())

    /// Adds a value.
    ///
    /// - Returns: Whether the caller must pass the values on.
    func append(_ value: Value) -> Bool {
        state.withLock { state in
            state.waiting.append(value)
            defer { state.isBusy = true }
            return !state.isBusy
        }
    }

    /// Returns the next value; nil if there is none. Then the next caller that adds a value passes it on.
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
