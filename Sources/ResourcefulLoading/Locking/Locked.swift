#if canImport(Darwin)
    public import os
#else
    public import Synchronization
#endif

/// A value behind a lock: the same on every platform, held briefly, never across an `await`.
@usableFromInline
package final class Locked<State: Sendable>: Sendable {
    #if canImport(Darwin)
        // `Mutex` needs macOS 15.
        @usableFromInline let lock: OSAllocatedUnfairLock<State>
        /// A value behind a lock.
        package init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }
    #else
        @usableFromInline let lock: Mutex<State>
        /// A value behind a lock.
        package init(_ state: State) { lock = Mutex(state) }
    #endif

    /// Reads or changes the value, alone.
    @inlinable
    package func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        lock.withLock { body(&$0) }
    }
}
