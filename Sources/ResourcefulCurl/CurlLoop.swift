import CResourcefulCurl
import ResourcefulCore
import ResourcefulLoading

/// The thread that drives all transfers of a transport: libcurl's multi interface.
///
/// It starts with the first transfer, and ends, and closes the connections, when there has been none for a while.
///
/// `@unchecked Sendable`: other threads touch the inbox alone, which has a lock. All else belongs to the loop's thread,
/// and there is one at most: the inbox says whether.
final class CurlLoop: @unchecked Sendable {
    private struct Inbox: Sendable {
        var started: [Transfer] = []
        var cancelled: [Transfer] = []
        var resumed: [Transfer] = []
        /// What to wake up; nil while no thread runs.
        var multi: MultiHandle?
        var isStopping = false
        var isEmpty: Bool { started.isEmpty && cancelled.isEmpty && resumed.isEmpty && !isStopping }
    }

    private let inbox = Locked(Inbox())
    private let settings: CurlTransport.Settings
    private let maximumTransfers: Int
    private var queue: TransferQueue
    private var active: [UnsafeMutableRawPointer: (transfer: Transfer, handle: EasyHandle)] = [:]
    private var handles: [ObjectIdentifier: EasyHandle] = [:]

    init(_ settings: CurlTransport.Settings, limitPerOrigin: Int) {
        self.settings = settings
        queue = TransferQueue(limitPerOrigin: limitPerOrigin)
        // More than there may be descriptors are as good as any number.
        maximumTransfers = min(max(1, limitPerOrigin), 1 << 20)
    }

    /// Hands a transfer over. Its continuation is resumed exactly once.
    func start(_ transfer: Transfer) {
        put { $0.started.append(transfer) }
    }

    /// Ends a transfer, whether it is under way, waits for its turn or has ended already.
    func cancel(_ transfer: Transfer) {
        put { $0.cancelled.append(transfer) }
    }

    /// Goes on with a transfer that has waited for room for its body.
    func resume(_ transfer: Transfer) {
        put { $0.resumed.append(transfer) }
    }

    /// Lets the thread end. No transfer may be under way or follow.
    func stop() {
        put { $0.isStopping = true }
    }

    /// Changes the inbox, and wakes the loop up when nothing else has done so: one wake-up for many.
    private func put(_ change: @Sendable (inout Inbox) -> Void) {
        let (multi, isNew) = inbox.withLock { [maximumTransfers] inbox -> (MultiHandle?, Bool) in
            let wasEmpty = inbox.isEmpty
            change(&inbox)
            if let multi = inbox.multi { return (wasEmpty ? multi : nil, false) }
            guard !inbox.started.isEmpty, !inbox.isStopping else {
                // Where no thread runs, nothing is under way.
                (inbox.cancelled, inbox.resumed) = ([], [])
                return (nil, false)
            }
            inbox.multi = MultiHandle(maximumTransfers: maximumTransfers)
            return (inbox.multi, true)
        }
        if !isNew {
            multi?.wakeUp()
        } else if multi == nil || !run() {
            giveUp()
        }
    }

    /// Starts the thread, which holds the loop until it ends; false when there is none to be had.
    private func run() -> Bool {
        let context = Unmanaged.passRetained(self).toOpaque()
        let code = rsf_thread_start(
            { context in
                guard let context else { return }
                Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().loop()
            }, context)
        if code != 0 { Unmanaged<CurlLoop>.fromOpaque(context).release() }
        return code == 0
    }

    /// Fails what was handed over and can't be begun.
    private func giveUp() {
        let stranded = inbox.withLock { inbox in
            inbox.multi = nil
            defer { inbox.started = [] }
            return inbox.started
        }
        for transfer in stranded {
            transfer.finish(.failure(TransportError(.unavailable, "libcurl has no memory or no thread to run on")))
        }
    }
}

// On the loop's thread.
extension CurlLoop {
    private func loop() {
        var idleSince: ContinuousClock.Instant?
        while let multi = takeInbox(isIdle: idleSince.map { $0.duration(to: .now) >= settings.keepAlive } ?? false) {
            multi.perform()
            finishDone(on: multi)
            // Woken by the inbox, by a socket or by libcurl's own timers, whichever is first.
            if active.isEmpty {
                idleSince = idleSince ?? .now
                multi.poll(settings.keepAlive)
            } else {
                idleSince = nil
                multi.poll(.seconds(3_600))
            }
        }
    }

    /// Begins and ends what was handed over; nil when the thread is to end.
    private func takeInbox(isIdle: Bool) -> MultiHandle? {
        let inbox = inbox.withLock { inbox in
            if inbox.isStopping || isIdle && inbox.isEmpty { inbox.multi = nil }
            defer {
                inbox.started.removeAll()
                inbox.cancelled.removeAll()
                inbox.resumed.removeAll()
            }
            return inbox
        }
        guard let multi = inbox.multi else { return nil }
        for transfer in inbox.started where queue.admit(transfer) { begin(transfer, on: multi) }
        for transfer in inbox.cancelled { cancelHere(transfer, on: multi) }
        for transfer in inbox.resumed { handles[ObjectIdentifier(transfer)]?.resume() }
        return multi
    }

    /// Begins a transfer, and when it can't begin the one that waits for its place. In a loop: there may be many.
    private func begin(_ transfer: Transfer, on multi: MultiHandle) {
        var next: Transfer? = transfer
        while let transfer = next {
            do {
                return try add(transfer, to: multi)
            } catch {
                transfer.finish(.failure(error))
                next = queue.leave(transfer)
            }
        }
    }

    private func add(_ transfer: Transfer, to multi: MultiHandle) throws {
        try transfer.begin()
        guard let handle = EasyHandle() else {
            throw TransportError(.unavailable, "libcurl has no memory for a transfer")
        }
        try handle.prepare(for: transfer, settings)
        try multi.add(handle)
        active[handle.pointer] = (transfer, handle)
        handles[ObjectIdentifier(transfer)] = handle
    }

    private func finishDone(on multi: MultiHandle) {
        while let (pointer, code) = multi.nextDone() {
            guard let (transfer, handle) = active[pointer] else { continue }
            finish(handle, on: multi, with: transfer.outcome(code: code, text: handle.text(ofCode: code)))
        }
    }

    private func cancelHere(_ transfer: Transfer, on multi: MultiHandle) {
        if let handle = handles[ObjectIdentifier(transfer)] {
            finish(handle, on: multi, with: .failure(CancellationError()))
        } else if queue.remove(transfer) {
            transfer.finish(.failure(CancellationError()))
        }
    }

    /// Whoever waits is told first: taking a transfer apart may take a while.
    private func finish(_ handle: EasyHandle, on multi: MultiHandle, with outcome: Result<ResponseHead, any Error>) {
        guard let transfer = active.removeValue(forKey: handle.pointer)?.transfer else { return }
        handles[ObjectIdentifier(transfer)] = nil
        transfer.finish(outcome)
        multi.remove(handle)
        if let next = queue.leave(transfer) { begin(next, on: multi) }
    }
}
