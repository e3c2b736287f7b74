#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// A value that is changed from several threads.
public final class Guarded<State: Sendable>: Sendable {
    #if canImport(Darwin)
        private let lock: OSAllocatedUnfairLock<State>
        /// A value behind a lock.
        public init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }
    #else
        private let lock: Mutex<State>
        /// A value behind a lock.
        public init(_ state: State) { lock = Mutex(state) }
    #endif

    /// Reads or changes the value, alone.
    public func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        lock.withLock { body(&$0) }
    }
}
