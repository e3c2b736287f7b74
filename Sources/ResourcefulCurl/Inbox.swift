/// Where callers leave what they want of a loop, and who has the turn to do it.
struct Inbox: Sendable {
    /// What was handed over and is not yet done.
    struct Work: Sendable {
        var started: [Transfer] = []
        var cancelled: [Transfer] = []
        var resumed: [Transfer] = []
        /// A handle for a transfer, made beforehand.
        var spare: EasyHandle?
        var isEmpty: Bool { started.isEmpty && cancelled.isEmpty && resumed.isEmpty }
    }

    private enum Turn {
        case free
        case taken
        /// For the loop's thread, which has been woken.
        case left
    }

    var work = Work()
    /// Nil while no thread runs.
    private(set) var multi: MultiHandle?
    var isStopping = false
    /// How many transfers were under way when the turn was last given back.
    private var activeCount = 0
    /// How many times to leave the turn to the loop's thread, since callers have met.
    private var countdown = 0
    private var turn = Turn.free
    /// Whether the loop's thread waits for the turn to be given to it.
    private var isAwaited = false
    /// When the loop's thread will look at the clock, whatever happens.
    private var wakesAt = ContinuousClock.now

    /// Begins, with a thread that waits for a second at first.
    mutating func open(_ multi: MultiHandle?) {
        self.multi = multi
        wakesAt = .now + .seconds(1)
    }

    /// What to do for somebody who has left something here.
    enum Next {
        case drive, wake, nothing
    }

    /// Takes the turn if it is free and wanted, and else leaves it to the loop's thread.
    mutating func next(takesTurn: Bool) -> Next {
        guard turn == .free else {
            // Who has the turn looks here again before giving it back.
            if takesTurn { countdown = 64 }
            return .nothing
        }
        countdown = max(0, countdown - 1)
        turn = takesTurn ? .taken : .left
        return takesTurn ? .drive : .wake
    }

    /// Whether a caller may take the turn: when there are many, they are better served together, by one thread.
    var isQuiet: Bool { countdown == 0 && activeCount + work.started.count <= Self.quietCount }

    /// How many transfers are not yet many.
    static let quietCount = 4

    /// Hands the work over to the thread that has the turn.
    mutating func takeWork() -> Work {
        var taken = Work()
        swap(&taken, &work)
        if taken.started.allSatisfy(\.isPrepared) { work.spare = taken.spare.take() }
        return taken
    }

    /// What to do for a caller that wants to give its turn back.
    enum Leave {
        /// There is more to do.
        case again
        /// Nothing.
        case done
        /// Signal to the loop's thread that it has the turn now.
        case give
        /// Wake the loop's thread up.
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

    /// What the loop's thread does to have the turn.
    enum Take {
        case goOn, wait
    }

    /// Takes the turn for the loop's thread, now or as soon as a caller gives it back.
    mutating func takeTurn() -> Take {
        isAwaited = turn == .taken
        turn = .taken
        return isAwaited ? .wait : .goOn
    }

    /// What the loop's thread does next.
    enum Rest: Equatable {
        case again, end
        case wait(milliseconds: Int)
    }

    /// Gives the turn of the loop's thread back.
    mutating func rest(until deadline: ContinuousClock.Instant?, activeCount: Int, isIdle: Bool) -> Rest {
        self.activeCount = activeCount
        if !work.isEmpty, !isStopping { return .again }
        turn = .free
        guard !isStopping, !isIdle else {
            multi = nil
            return .end
        }
        // At least once a second: then a transfer that others begin, whose timers are longer, need not wake the thread.
        let now = ContinuousClock.now
        wakesAt = min(deadline ?? now + .seconds(1), now + .seconds(1))
        return .wait(milliseconds: max(0, now.duration(to: wakesAt).wholeMilliseconds(in: 1...2_000_000_000)))
    }

    /// Gives up: there is no handle or no thread. Returns what was handed over.
    mutating func close() -> [Transfer] {
        multi = nil
        turn = .free
        return takeWork().started
    }
}
