#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// A value that several threads can change.
package final class Guarded<State: Sendable>: Sendable {
    #if canImport(Darwin)
        private let lock: OSAllocatedUnfairLock<State>
        /// Creates a value behind a lock.
        package init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }
    #else
        private let lock: Mutex<State>
        /// Creates a value behind a lock.
        package init(_ state: State) { lock = Mutex(state) }
    #endif

    /// Reads or changes the value with exclusive access.
    package func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        lock.withLock { body(&$0) }
    }
}
