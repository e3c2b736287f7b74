import CResourcefulCurl
import Dispatch

/// libcurl's multi handle, the connections that it keeps, and the poller that waits for their sockets.
///
/// `@unchecked Sendable`: only the thread that has the turn calls it, except for `wait`, `wakeUp` and
/// `endFloods`, which use only the poller. It changes its own values between libcurl's calls, so accesses don't
/// overlap. The last thread that releases it closes it: no other uses it then.
final class MultiHandle: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer
    private let poller: OpaquePointer
    /// What libcurl keeps of the memory that it frees, for the next transfers; nil if it keeps nothing.
    private let memory: OpaquePointer?
    /// The last value of libcurl's timer, until it is read.
    private let timer: UnsafeMutablePointer<Int>
    private static let unchanged = -2
    /// The time at which libcurl wants to be called; nil for never.
    @exclusivity(unchecked) private var deadline: ContinuousClock.Instant?
    @exclusivity(unchecked) private var isDue = false

    /// Creates a handle for a maximum number of concurrent transfers to one origin.
    init?(maximumTransfers: Int) {
        guard let pointer = rsf_multi_init() else { return nil }
        guard let poller = rsf_poller_make() else {
            rsf_multi_cleanup(pointer)
            return nil
        }
        self.pointer = pointer
        self.poller = poller
        memory = rsf_memory_make()
        timer = .allocate(capacity: 1)
        timer.initialize(to: Self.unchanged)
        _ = rsf_multi_set_poller(pointer, poller, timer)
        _ = rsf_multi_set_long(pointer, Int32(RSF_MOPT_MAXCONNECTS), maximumTransfers * 2)
        // The same number may share an HTTP/2 connection, if the server allows it.
        _ = rsf_multi_set_long(pointer, Int32(RSF_MOPT_MAX_CONCURRENT_STREAMS), maximumTransfers)
    }

    deinit {
        rsf_multi_cleanup(pointer)
        rsf_poller_free(poller)
        rsf_memory_release(memory)
        timer.deallocate()
    }

    /// Calls libcurl with the memory that it keeps. The thread that calls this has the turn.
    func withMemory(_ body: () -> Void) {
        let outer = rsf_memory_use(memory)
        body()
        _ = rsf_memory_use(outer)
    }

    /// Gives back the memory that libcurl keeps for further transfers.
    func trimMemory() { rsf_memory_trim(memory) }

    /// Ends the current `wait`, or the next one.
    func wakeUp() { rsf_poller_wake(poller) }

    /// Waits until sockets are ready, and stores their events. Returns their number; 0 after the timeout, or if it was
    /// woken.
    func wait(_ milliseconds: Int, _ events: UnsafeMutableBufferPointer<rsf_event>) -> Int {
        Int(rsf_poller_wait(poller, Int32(milliseconds), events.baseAddress, Int32(events.count)))
    }

    /// Ends the connections from which libcurl reads on without coming back, on any thread.
    func endFloods() { rsf_poller_end_floods(poller) }

    /// Does the work for a socket that is ready.
    func perform(_ event: rsf_event) {
        guard rsf_poller_accepts(poller, event) != 0 else { return }
        _ = rsf_multi_socket_ready(pointer, poller, event.socket, event.ready)
    }

    /// Does the work that is due. Returns false if there was none.
    func performDue() -> Bool {
        lookAtTimer()
        guard isDue || deadline.map({ $0 <= .now }) == true else { return false }
        (isDue, deadline) = (false, nil)
        _ = rsf_multi_time_out(pointer, poller)
        return true
    }

    /// Returns the time at which libcurl wants to be called next, unless a socket is ready earlier.
    func nextDeadline() -> ContinuousClock.Instant? {
        lookAtTimer()
        return deadline
    }

    private func lookAtTimer() {
        let milliseconds = timer.pointee
        guard milliseconds != Self.unchanged else { return }
        timer.pointee = Self.unchanged
        isDue = milliseconds == 0
        deadline = milliseconds > 0 ? .now + .milliseconds(milliseconds) : nil
    }

    func add(_ handle: EasyHandle) throws(TransportError) {
        handle.poller = poller
        if let guardian = handle.guardian {
            guardian.pointee.poller = poller
            // Without it, no address would be refused.
            guard rsf_easy_set_guarded_poller(handle.pointer, guardian) == 0 else {
                throw TransportError(.unavailable, "the installed libcurl can't check addresses")
            }
        } else {
            _ = rsf_easy_set_poller(handle.pointer, poller)
        }
        let code = rsf_multi_add(pointer, handle.pointer)
        guard code == 0 else { throw TransportError(.other, "libcurl refused the transfer (code \(code))") }
    }

    func remove(_ handle: EasyHandle) { _ = rsf_multi_remove(pointer, handle.pointer) }

    /// Returns the next transfer that has ended, with libcurl's result code; nil if there is none. A transfer must not
    /// be released before its handle is removed.
    func nextDone() -> (transfer: Transfer, code: Int32)? {
        var code: Int32 = 0
        guard let owner = rsf_multi_next_done(pointer, &code) else { return nil }
        return (Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue(), code)
    }
}

/// Sees to it that libcurl comes back from each call: while a server sends HTTP/2 frames without content faster than
/// they are read, libcurl reads on, and no time limit takes effect for any transfer of the loop.
final class Watchdog {
    private let timer: any DispatchSourceTimer

    /// Looks once a second, as long as this exists.
    init(_ multi: MultiHandle) {
        timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
        timer.setEventHandler { [weak multi] in multi?.endFloods() }
        timer.activate()
    }

    deinit { timer.cancel() }
}
