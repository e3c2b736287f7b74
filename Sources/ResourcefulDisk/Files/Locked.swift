#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// A value behind a lock, on every platform. Hold it briefly, and never across an `await`.
final class Locked<State: Sendable>: Sendable {
    #if canImport(Darwin)
        // `Mutex` needs macOS 15.
        private let lock: OSAllocatedUnfairLock<State>
        init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }
    #else
        private let lock: Mutex<State>
        init(_ state: State) { lock = Mutex(state) }
    #endif

    func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        lock.withLock { body(&$0) }
    }
}
