/// The work that callers leave for a loop, and the turn to do it.
struct Inbox: Sendable {
    /// The work that isn't done yet.
    struct Work: Sendable {
        var started: [Transfer] = []
        var cancelled: [Transfer] = []
        var resumed: [Transfer] = []
        var isEmpty: Bool { started.isEmpty && cancelled.isEmpty && resumed.isEmpty }
    }

    private enum Turn {
        case free
        case taken
        /// Reserved for the loop's thread, which has been woken.
        case left
    }

    var work = Work()
    /// The multi handle; nil while no thread runs.
    private(set) var multi: MultiHandle?
    var isStopping = false
    /// The number of active transfers when the turn was last given back.
    private var activeCount = 0
    /// The number of times to leave the turn to the loop's thread, after two callers wanted it at once.
    private var countdown = 0
    private var turn = Turn.free
    /// Whether the loop's thread waits for the turn to be given to it.
    private var isAwaited = false
    /// The time at which the loop's thread wakes at the latest.
    private var wakesAt = ContinuousClock.now

    /// Begins with a thread that first waits for a second.
    mutating func open(_ multi: MultiHandle?) {
        self.multi = multi
        wakesAt = .now + .seconds(1)
    }

    /// What a caller does after it has left work here.
    enum Next {
        case drive, wake, nothing
    }

    /// Takes the turn if it is free and wanted. Otherwise leaves it to the loop's thread.
    mutating func next(takesTurn: Bool) -> Next {
        guard turn == .free else {
            // The thread that has the turn checks the inbox again before it gives the turn back.
            if takesTurn { countdown = 64 }
            return .nothing
        }
        countdown = max(0, countdown - 1)
        turn = takesTurn ? .taken : .left
        return takesTurn ? .drive : .wake
    }

    /// Whether a caller may take the turn. If there are many transfers, a single thread handles them better.
    var isQuiet: Bool { countdown == 0 && activeCount + work.started.count <= Self.quietCount }

    /// The maximum number of transfers that counts as few.
    static let quietCount = 4

    /// Returns the work to the thread that has the turn.
    mutating func takeWork() -> Work {
        var taken = Work()
        swap(&taken, &work)
        return taken
    }

    /// What a caller does to give its turn back.
    enum Leave {
        /// Do more work.
        case again
        /// Do nothing.
        case done
        /// Signal the loop's thread, which has the turn now.
        case give
        /// Wake the loop's thread.
        case wake
    }

    /// Gives a caller's turn back.
    mutating func leave(_ deadline: ContinuousClock.Instant?, activeCount: Int, isLast: Bool) -> Leave {
        self.activeCount = activeCount
        if isAwaited {
            isAwaited = false
            return .give
        }
        guard work.isEmpty else {
            if isLast { turn = .left }
            return isLast ? .wake : .again
        }
        turn = .free
        guard let deadline else { return .done }
        return deadline < wakesAt ? .wake : .done
    }

    /// What the loop's thread does to get the turn.
    enum Take {
        case resume, wait
    }

    /// Takes the turn for the loop's thread, now or as soon as a caller gives it back.
    mutating func takeTurn() -> Take {
        isAwaited = turn == .taken
        turn = .taken
        return isAwaited ? .wait : .resume
    }

    /// What the loop's thread does next.
    enum Rest: Equatable {
        case again, end
        case wait(milliseconds: Int)
    }

    /// Gives back the turn of the loop's thread.
    mutating func rest(
        from now: ContinuousClock.Instant, until deadline: ContinuousClock.Instant?, atMost interval: Duration,
        activeCount: Int, isIdle: Bool
    ) -> Rest {
        self.activeCount = activeCount
        if !work.isEmpty, !isStopping { return .again }
        turn = .free
        guard !isStopping, !isIdle else {
            multi = nil
            return .end
        }
        // The thread wakes at least so often, so callers who begin transfers with longer timers don't have to wake it.
        wakesAt = min(deadline ?? now + interval, now + interval)
        return .wait(milliseconds: max(0, now.duration(to: wakesAt).wholeMilliseconds(in: 1...2_000_000_000)))
    }

    /// Gives up, because there is no handle or no thread. Returns the transfers that were started.
    mutating func close() -> [Transfer] {
        multi = nil
        turn = .free
        return takeWork().started
    }
}
