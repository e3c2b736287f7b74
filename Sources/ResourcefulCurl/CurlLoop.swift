import CResourcefulCurl
import ResourcefulCore
import ResourcefulLoading

/// The one thread that drives all transfers of a transport: libcurl's multi interface.
///
/// `@unchecked Sendable`: other threads touch the inbox alone, which has a lock, and wake the multi handle up, which
/// libcurl allows from any thread. All else belongs to the loop's thread.
final class CurlLoop: @unchecked Sendable {
    private struct Inbox: Sendable {
        var started: [Transfer] = []
        var cancelled: [Transfer] = []
        var isRunning = false
        var isStopping = false
        var isEmpty: Bool { started.isEmpty && cancelled.isEmpty && !isStopping }
    }

    private let inbox = Locked(Inbox())
    private let multi: UnsafeMutableRawPointer
    private let settings: CurlTransport.Settings
    private var queue: TransferQueue
    private var active: [UnsafeMutableRawPointer: (transfer: Transfer, handle: EasyHandle)] = [:]
    private var handles: [ObjectIdentifier: EasyHandle] = [:]
    private var spare: [EasyHandle] = []

    init?(_ settings: CurlTransport.Settings, limitPerOrigin: Int) {
        guard let multi = rsf_multi_init() else { return nil }
        self.multi = multi
        self.settings = settings
        queue = TransferQueue(limitPerOrigin: limitPerOrigin)
        // More connections than there may be descriptors are as good as any number.
        _ = rsf_multi_set_long(multi, Int32(RSF_MOPT_MAXCONNECTS), min(max(1, limitPerOrigin), 1 << 20) * 2)
        // Unless told otherwise, libcurl makes a connection for each transfer beyond a hundred on one.
        _ = rsf_multi_set_long(multi, Int32(RSF_MOPT_MAX_CONCURRENT_STREAMS), min(max(1, limitPerOrigin), 1 << 20))
    }

    deinit { rsf_multi_cleanup(multi) }

    /// Hands a transfer over. Its continuation is resumed exactly once.
    func start(_ transfer: Transfer) {
        put { $0.started.append(transfer) }
    }

    /// Ends a transfer, whether it is under way, waits for its turn or has ended already.
    func cancel(_ transfer: Transfer) {
        put { $0.cancelled.append(transfer) }
    }

    /// Lets the thread end. No transfer may be under way or follow.
    func stop() {
        put { $0.isStopping = true }
    }

    /// Changes the inbox, and wakes the loop up when nothing else has done so: one wake-up for many.
    private func put(_ change: @Sendable (inout Inbox) -> Void) {
        let (wasEmpty, mustRun) = inbox.withLock { inbox in
            let wasEmpty = inbox.isEmpty
            change(&inbox)
            let mustRun = !inbox.isRunning && !inbox.isStopping
            if mustRun { inbox.isRunning = true }
            return (wasEmpty, mustRun)
        }
        if mustRun { run() } else if wasEmpty { _ = rsf_multi_wakeup(multi) }
    }

    /// Starts the thread, which holds the loop until it is stopped.
    private func run() {
        let context = Unmanaged.passRetained(self).toOpaque()
        let code = rsf_thread_start(
            { context in
                guard let context else { return }
                Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().loop()
            }, context)
        guard code != 0 else { return }
        Unmanaged<CurlLoop>.fromOpaque(context).release()
        let stranded = inbox.withLock { inbox in
            inbox.isRunning = false
            defer { inbox.started = [] }
            return inbox.started
        }
        for transfer in stranded {
            transfer.finish(.failure(TransportError(.unavailable, "no thread could be started for libcurl")))
        }
    }
}

// On the loop's thread.
extension CurlLoop {
    private func loop() {
        while takeInbox() {
            var running: Int32 = 0
            _ = rsf_multi_perform(multi, &running)
            finishDone()
            // Woken by the inbox, by a socket or by libcurl's own timers, whichever is first.
            _ = rsf_multi_poll(multi, 3_600_000)
        }
    }

    /// Begins and ends what was handed over; false when the loop is to stop.
    private func takeInbox() -> Bool {
        let inbox = inbox.withLock { inbox in
            defer {
                inbox.started.removeAll()
                inbox.cancelled.removeAll()
            }
            return inbox
        }
        for transfer in inbox.started where queue.admit(transfer) { begin(transfer) }
        for transfer in inbox.cancelled { cancelHere(transfer) }
        return !inbox.isStopping
    }

    /// Begins a transfer, and when it can't begin the one that waits for its place. In a loop: there may be many.
    private func begin(_ transfer: Transfer) {
        var next: Transfer? = transfer
        while let transfer = next {
            do {
                return try add(transfer)
            } catch {
                transfer.finish(.failure(error))
                next = queue.leave(transfer)
            }
        }
    }

    private func add(_ transfer: Transfer) throws {
        try transfer.begin()
        guard let handle = spare.popLast() ?? EasyHandle() else {
            throw TransportError(.unavailable, "libcurl has no memory for a transfer")
        }
        try handle.prepare(for: transfer, settings)
        let code = rsf_multi_add(multi, handle.pointer)
        guard code == 0 else { throw TransportError(.other, "libcurl refused the transfer (code \(code))") }
        active[handle.pointer] = (transfer, handle)
        handles[ObjectIdentifier(transfer)] = handle
    }

    private func finishDone() {
        var code: Int32 = 0
        while let pointer = rsf_multi_next_done(multi, &code) {
            guard let (transfer, handle) = active[pointer] else { continue }
            finish(handle, with: transfer.outcome(code: code, text: handle.text(ofCode: code)))
        }
    }

    private func cancelHere(_ transfer: Transfer) {
        if let handle = handles[ObjectIdentifier(transfer)] {
            finish(handle, with: .failure(CancellationError()))
        } else if queue.remove(transfer) {
            transfer.finish(.failure(CancellationError()))
        }
    }

    /// Whoever waits is told first: taking a transfer apart may take a while.
    private func finish(_ handle: EasyHandle, with outcome: Result<Response, any Error>) {
        guard let transfer = active.removeValue(forKey: handle.pointer)?.transfer else { return }
        handles[ObjectIdentifier(transfer)] = nil
        transfer.finish(outcome)
        _ = rsf_multi_remove(multi, handle.pointer)
        handle.reset()
        if spare.count < 64 { spare.append(handle) }
        if let next = queue.leave(transfer) { begin(next) }
    }
}
