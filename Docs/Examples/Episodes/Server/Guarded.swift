#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// A value that is changed from several threads.
final class Guarded<State: Sendable>: Sendable {
    #if canImport(Darwin)
        private let lock: OSAllocatedUnfairLock<State>
        /// A value behind a lock.
        init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }
    #else
        private let lock: Mutex<State>
        /// A value behind a lock.
        init(_ state: State) { lock = Mutex(state) }
    #endif

    /// Reads or changes the value, alone.
    func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        lock.withLock { body(&$0) }
    }
}
