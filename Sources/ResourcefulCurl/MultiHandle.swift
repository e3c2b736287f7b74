import CResourcefulCurl
import ResourcefulCore

/// libcurl's multi handle, and the connections that it keeps.
///
/// `@unchecked Sendable`: all but `wakeUp` is called on the loop's thread, and that one libcurl allows from any. Who
/// lets go of it last, closes it: nobody uses it then.
final class MultiHandle: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// A handle for at most so many transfers at once to one origin.
    init?(maximumTransfers: Int) {
        guard let pointer = rsf_multi_init() else { return nil }
        self.pointer = pointer
        _ = rsf_multi_set_long(pointer, Int32(RSF_MOPT_MAXCONNECTS), maximumTransfers * 2)
        // Unless told otherwise, libcurl makes a connection for each transfer beyond a hundred on one.
        _ = rsf_multi_set_long(pointer, Int32(RSF_MOPT_MAX_CONCURRENT_STREAMS), maximumTransfers)
    }

    deinit { rsf_multi_cleanup(pointer) }

    /// Ends the wait of `poll`, now or the next one.
    func wakeUp() { _ = rsf_multi_wakeup(pointer) }

    /// Does what can be done without waiting.
    func perform() {
        var running: Int32 = 0
        _ = rsf_multi_perform(pointer, &running)
    }

    /// Waits until there is something to do.
    func poll(_ duration: Duration) {
        _ = rsf_multi_poll(pointer, Int32(min(duration.wholeMilliseconds, 3_600_000)))
    }

    func add(_ handle: EasyHandle) throws(TransportError) {
        let code = rsf_multi_add(pointer, handle.pointer)
        guard code == 0 else { throw TransportError(.other, "libcurl refused the transfer (code \(code))") }
    }

    func remove(_ handle: EasyHandle) { _ = rsf_multi_remove(pointer, handle.pointer) }

    /// The next transfer that has ended, and libcurl's code for how; nil when there is none.
    func nextDone() -> (handle: UnsafeMutableRawPointer, code: Int32)? {
        var code: Int32 = 0
        return rsf_multi_next_done(pointer, &code).map { ($0, code) }
    }
}
