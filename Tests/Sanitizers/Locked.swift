// What `run` puts in place of ResourcefulLoading's `Locked`: the thread sanitizer knows pthread's locks, and does not
// see those of `Mutex`.
import Foundation

package final class Locked<State: Sendable>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var state: State

    package init(_ state: State) {
        self.state = state
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    package func withLock<Output: Sendable>(_ body: @Sendable (inout State) -> Output) -> Output {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&state)
    }
}
