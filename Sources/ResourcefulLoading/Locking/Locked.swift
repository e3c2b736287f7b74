#if canImport(Darwin)
    public import os
#else
    public import Synchronization
#endif

/// A value behind a lock, on every platform. Hold it briefly, and never across an `await`.
@usableFromInline
package final class Locked<State: Sendable>: Sendable {
    #if canImport(Darwin)
        // `Mutex` needs macOS 15.
        @usableFromInline let lock: OSAllocatedUnfairLock<State>
        /// Creates a lock around a value.
        package init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }
    #else
        @usableFromInline let lock: Mutex<State>
        /// Creates a lock around a value.
        package init(_ state: State) { lock = Mutex(state) }
    #endif

    /// Reads or changes the value with exclusive access.
    @inlinable
    package func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        lock.withLock { body(&$0) }
    }
}
