/// A state that one request changes at a time.
final class StubState<State: Sendable>: Sendable {
    private let state: Locked<State>

    init(_ state: State) { self.state = Locked(state) }

    /// Changes the state and returns the output of the change. A change that throws leaves the state as it was.
    func change<Output: Sendable>(_ change: @Sendable (inout State) throws -> Output) throws -> Output {
        try state.withLock { state in
            Result {
                var changed = state
                let output = try change(&changed)
                state = changed
                return output
            }
        }.get()
    }
}
