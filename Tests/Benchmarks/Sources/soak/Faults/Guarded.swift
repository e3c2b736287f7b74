import Foundation

/// A value behind a lock that the thread sanitizer knows.
final class Guarded<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: State) { self.state = state }

    func withLock<Output>(_ body: (inout State) throws -> Output) rethrows -> Output {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }

    /// The value as it is now.
    var value: State { withLock { $0 } }
}
