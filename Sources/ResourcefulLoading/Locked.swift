#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// A value behind a lock: the same on every platform, held briefly, never across an `await`.
package final class Locked<State: Sendable>: Sendable {
    #if canImport(Darwin)
        // `Mutex` needs macOS 15.
        private let lock: OSAllocatedUnfairLock<State>
        /// A value behind a lock.
        package init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }
    #else
        private let lock: Mutex<State>
        /// A value behind a lock.
        package init(_ state: State) { lock = Mutex(state) }
    #endif

    /// Reads or changes the value, alone.
    package func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        lock.withLock { body(&$0) }
    }
}
