import CResourcefulCurl
import Dispatch

/// The loop that drives all transfers of a transport with libcurl's multi interface, on the thread that has the turn,
/// one at a time.
///
/// If no other thread has the turn, the thread that starts a transfer also begins it: its request is sent without a
/// switch to another thread. The loop's own thread waits for sockets and receives the responses. It starts with the
/// first transfer; when there has been none for a while, it ends and closes the connections.
///
/// `@unchecked Sendable`: any thread uses the inbox, which has a lock; everything else belongs to the thread that has
/// the turn. Nothing that it calls while it changes one of these calls it back, so accesses don't overlap
/// (`@exclusivity(unchecked)` for what each load changes).
final class CurlLoop: @unchecked Sendable {
    private let inbox = Locked(Inbox())
    private let settings: CurlTransport.Settings
    private let maximumTransfers: Int
    /// Whether callers may take the turn.
    private let isShared: Bool
    /// Signaled when the loop's thread, which waits for the turn, gets it.
    private let turn = DispatchSemaphore(value: 0)
    @exclusivity(unchecked) private var queue: TransferQueue
    /// The deadlines of transfers that have to wait for a place, or may wait for another transfer's connection: libcurl
    /// doesn't check their timeouts meanwhile.
    @exclusivity(unchecked) private var deadlines = Deadlines()
    @exclusivity(unchecked) private var active = ActiveTransfers()
    /// The active transfers whose bodies are passed on while they arrive.
    private var streams: [ObjectIdentifier: Transfer] = [:]
    /// The last handle that is no longer used, and one for the next transfer: a caller frees and creates them while the
    /// server works on its request.
    @exclusivity(unchecked) private var retired: EasyHandle?
    @exclusivity(unchecked) private var spare: EasyHandle?
    private let connections = Connections()
    private var watchdog: Watchdog?
    /// When and how often transfers that stand still are looked for.
    private var nextLook = ContinuousClock.now
    private let interval: Duration
    /// The time since which there has been no transfer, if there is none.
    private var idleSince = ContinuousClock.now

    init(_ settings: CurlTransport.Settings, limitPerOrigin: Int) {
        self.settings = settings
        interval = min(.seconds(1), settings.idleTimeout / 8)
        isShared = rsf_curl_is_quiet() != 0
        queue = TransferQueue(limitPerOrigin: limitPerOrigin)
        // There can't be more descriptors than that.
        maximumTransfers = min(max(1, limitPerOrigin), 1 << 20)
    }

    /// Starts a transfer. Its continuation is resumed exactly once.
    func start(_ transfer: Transfer) {
        let (multi, isNew, next) = inbox.withLock { [maximumTransfers, isShared] inbox in
            inbox.work.started.append(transfer)
            let isNew = inbox.multi == nil
            if isNew { inbox.open(MultiHandle(maximumTransfers: maximumTransfers)) }
            return (inbox.multi, isNew, inbox.next(takesTurn: isShared && inbox.isQuiet))
        }
        guard let multi, !isNew || run() else { return giveUp() }
        carryOn(next, multi)
    }

    /// Ends a transfer that is active, waits for its turn or has already ended.
    ///
    /// The loop's thread does it, not the caller, which may be a task's cancellation handler: no task may be resumed
    /// there.
    func cancel(_ transfer: Transfer) {
        let multi = inbox.withLock { inbox -> MultiHandle? in
            // Without a handle there are no transfers.
            guard inbox.multi != nil else { return nil }
            inbox.work.cancelled.append(transfer)
            return inbox.next(takesTurn: false) == .wake ? inbox.multi : nil
        }
        multi?.wakeUp()
    }

    /// Resumes a transfer that waited for space for its body, or for more of the body that it sends.
    func resume(_ transfer: Transfer) {
        let (multi, next) = inbox.withLock { [isShared] inbox -> (MultiHandle?, Inbox.Next) in
            guard inbox.multi != nil else { return (nil, .nothing) }
            inbox.work.resumed.append(transfer)
            return (inbox.multi, inbox.next(takesTurn: isShared && inbox.isQuiet))
        }
        if let multi { carryOn(next, multi) }
    }

    /// Lets the thread end. There must be no active or later transfers.
    func stop() {
        let multi = inbox.withLock { inbox in
            inbox.isStopping = true
            return inbox.multi
        }
        multi?.wakeUp()
    }

    private func carryOn(_ next: Inbox.Next, _ multi: MultiHandle) {
        switch next {
        case .nothing: break
        case .wake: multi.wakeUp()
        case .drive: drive(multi)
        }
    }

    /// Starts the thread, which keeps the loop until it ends. Returns false if there is no thread available.
    private func run() -> Bool {
        let context = Unmanaged.passRetained(self).toOpaque()
        let code = rsf_thread_start(
            { context in
                guard let context else { return }
                Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().wait()
            }, context)
        if code != 0 { Unmanaged<CurlLoop>.fromOpaque(context).release() }
        return code == 0
    }

    /// Fails the transfers that were started and can't begin.
    private func giveUp() {
        for transfer in inbox.withLock({ $0.close() }) {
            transfer.finish(.failure(TransportError(.unavailable, "libcurl can't start: no memory or no thread")))
        }
    }
}

// Work that needs the turn.
extension CurlLoop {
    /// Does the work in the inbox on a caller's thread, and gives the turn back.
    private func drive(_ multi: MultiHandle) {
        var rounds = 0
        while true {
            doWork(multi)
            rounds += 1
            multi.withMemory {
                retired = nil
                if spare == nil { spare = EasyHandle(settings) }
            }
            // Other threads may add more work than this one should do.
            let (deadline, count, isLast) = (nextDeadline(multi), active.count, rounds == 4)
            switch inbox.withLock({ $0.leave(deadline, activeCount: count, isLast: isLast) }) {
            case .again: continue
            case .done: return
            case .give: turn.signal()
            case .wake: multi.wakeUp()
            }
            return
        }
    }

    /// Waits for sockets and timers on the loop's thread until there is nothing left to wait for.
    private func wait() {
        guard let multi = inbox.withLock({ $0.multi }) else { return }
        let events = UnsafeMutableBufferPointer<rsf_event>.allocate(capacity: 64)
        defer { events.deallocate() }
        var milliseconds = 1_000
        while true {
            let count = multi.wait(milliseconds, events)
            if inbox.withLock({ $0.takeTurn() }) == .wait { turn.wait() }
            multi.withMemory {
                for event in events[..<max(0, count)] { multi.perform(event) }
            }
            var rest = Inbox.Rest.again
            while rest == .again {
                doWork(multi)
                let now = ContinuousClock.now
                if now >= nextLook { multi.withMemory { endStalled(at: now, on: multi) } }
                let idleTime = active.isEmpty ? idleSince.duration(to: now) : nil
                let isIdle = idleTime.map { $0 >= settings.keepAlive } ?? false
                if let idleTime, isIdle || idleTime >= Self.idleTimeBeforeTrimming { trim(multi) }
                let (deadline, count) = (nextDeadline(multi), active.count)
                let pause = active.isEmpty ? .seconds(1) : interval
                rest = inbox.withLock {
                    $0.rest(from: now, until: deadline, atMost: pause, activeCount: count, isIdle: isIdle)
                }
            }
            guard case .wait(let time) = rest else { return }
            milliseconds = time
        }
    }

    /// The time of the next work, unless a socket is ready earlier.
    private func nextDeadline(_ multi: MultiHandle) -> ContinuousClock.Instant? {
        deadlines.isEmpty ? multi.nextDeadline() : [multi.nextDeadline(), deadlines.first].compactMap(\.self).min()
    }

    /// Less than a second, so that the thread, which wakes once a second, trims the second time at the latest.
    private static let idleTimeBeforeTrimming = Duration.milliseconds(500)

    /// Gives back the memory that only further transfers would need.
    private func trim(_ multi: MultiHandle) {
        watchdog = nil
        multi.withMemory { (retired, spare) = (nil, nil) }
        multi.trimMemory()
    }

    /// Begins, ends and resumes transfers from the inbox, and does what is due.
    private func doWork(_ multi: MultiHandle) {
        let work = inbox.withLock { $0.takeWork() }
        multi.withMemory {
            for transfer in work.started {
                let mayBegin = queue.admit(transfer)
                if !mayBegin || transfer.mayWaitForConnection { deadlines.insert(transfer) }
                if mayBegin { begin(transfer, on: multi) }
            }
            for transfer in work.cancelled { end(transfer, with: .failure(CancellationError()), on: multi) }
            for transfer in work.resumed where active.contains(transfer) { transfer.handle?.resume() }
            if !deadlines.isEmpty { endOverdue(on: multi) }
            repeat { finishDone(on: multi) } while multi.performDue()
            if !streams.isEmpty { for transfer in streams.values { transfer.flush() } }
        }
    }

    /// Begins a transfer. If it can't begin, begins the one that waits for its place. This is a loop because there may
    /// be many.
    private func begin(_ transfer: Transfer, on multi: MultiHandle) {
        var next: Transfer? = transfer
        while let transfer = next {
            do {
                return try add(transfer, to: multi)
            } catch {
                deadlines.remove(transfer)
                transfer.finish(.failure(error))
                next = queue.leave(transfer)
            }
        }
    }

    private func add(_ transfer: Transfer, to multi: MultiHandle) throws {
        let handle = try transfer.begin(on: spare.take(), settings) { [weak self] in self?.resume($0) }
        handle.set(RSF_OPT_BUFFERSIZE, active.bufferSize(for: transfer))
        if settings.network.maySpeakHTTP2(to: transfer.origin) {
            connections.begin(transfer, handle, beside: active)
            if watchdog == nil { watchdog = Watchdog(multi) }
        }
        try multi.add(handle)
        active.insert(transfer)
        if transfer.receivesMuch { streams[ObjectIdentifier(transfer)] = transfer }
    }

    private func finishDone(on multi: MultiHandle) {
        while let (transfer, code) = multi.nextDone() {
            guard active.contains(transfer), let handle = transfer.handle else { continue }
            if transfer.beginsAgain(after: code) {
                multi.remove(handle)
                if (try? multi.add(handle)) != nil { continue }
            }
            if code == RSF_CODE_TIMED_OUT { transfer.endConnection() }
            let outcome = transfer.outcome(code: code, text: handle.text(ofCode: code))
            transfer.measure(handle)
            transfer.finish(outcome)
            remove(transfer, from: multi)
        }
    }

    /// Ends the transfers whose deadline has passed, active or waiting.
    private func endOverdue(on multi: MultiHandle) {
        let now = ContinuousClock.now
        while let transfer = deadlines.popFirst(at: now) {
            transfer.endConnection()
            end(transfer, with: .failure(transfer.timeoutError), on: multi)
        }
    }

    /// Ends the transfers for which nothing was sent or received for too long, and those whose content isn't read.
    private func endStalled(at now: ContinuousClock.Instant, on multi: MultiHandle) {
        nextLook = now + interval
        for transfer in active.filter({ $0.activity.hasStoodStill(for: settings.idleTimeout, at: now) }) {
            transfer.endConnection()
            end(transfer, with: .failure(transfer.idleError(after: settings.idleTimeout)), on: multi)
        }
        for transfer in active.filter({ $0.unread.isHeldUp() }) {
            transfer.leaveContent()
            end(transfer, with: .success(()), on: multi)
        }
    }

    /// Ends a transfer if it is active or waits for its turn.
    private func end(_ transfer: Transfer, with outcome: Result<Void, any Error>, on multi: MultiHandle) {
        let isActive = active.contains(transfer)
        guard isActive || queue.remove(transfer) else { return }
        deadlines.remove(transfer)
        // Resume the caller first: removing a transfer may take a while.
        transfer.finish(outcome)
        if isActive { remove(transfer, from: multi) }
    }

    /// Removes a transfer from libcurl, and begins the one that waits for its place.
    private func remove(_ transfer: Transfer, from multi: MultiHandle) {
        guard let handle = transfer.end() else { return }
        if transfer.rank != nil { deadlines.remove(transfer) }
        multi.remove(handle)
        active.remove(transfer)
        if transfer.receivesMuch { streams[ObjectIdentifier(transfer)] = nil }
        retired = handle
        if let next = queue.leave(transfer) { begin(next, on: multi) }
        connections.end(transfer, isLast: active.isEmpty)
        if active.isEmpty { idleSince = .now }
    }
}
