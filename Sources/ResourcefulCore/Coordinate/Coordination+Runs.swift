extension Coordination {
    /// What comes of asking for a run.
    package enum Joined {
        /// There was none: it begins with the one who asks, who waits for it.
        case began(Runner)
        /// It is under way, and waited for.
        case waits(Runner)
        /// To wait for it would be to wait for oneself: what it does is done once more.
        case alone
    }

    /// Somebody who has got what he has waited for.
    package typealias Admitted = (waiter: Waiter, room: Int)

    /// Joins the run under a key, or begins it.
    ///
    /// - Parameters:
    ///   - number: The number of the one who asks.
    ///   - position: What the one who asks is part of.
    ///   - admitted: Those who get room that is lent to them, since its holders would wait for them.
    ///   - begin: Makes the one who carries the run out, from its number.
    package mutating func join(
        _ key: RunKey, as number: Int, at position: Position?, _ waiter: Waiter, admitted: inout [Admitted],
        begin: (Int) -> Runner
    ) -> Joined {
        guard let run = open[key], let runner = run.runner else {
            let run = nextNumber()
            let runner = begin(run)
            addWait(number, waiter, for: .run(key, run), at: position)
            open[key] = Run(number: run, runner: runner, waits: [number])
            return .began(runner)
        }
        if let position {
            let scopes = Set(position.scopes)
            while isStuck(run.number, without: scopes) {
                guard let lent = firstToLend(inside: run.number, without: scopes) else { return .alone }
                admitted.append(contentsOf: lend(lent))
            }
        }
        addWait(number, waiter, for: .run(key, run.number), at: position)
        open[key]?.waits.append(number)
        return .waits(runner)
    }

    /// Begins a run that goes on when nobody waits for it, unless it is under way: then that one does.
    package mutating func keep(_ key: RunKey, begin: (Int) -> Runner) -> Runner? {
        guard open[key] == nil else {
            open[key]?.isKept = true
            return nil
        }
        let number = nextNumber()
        let runner = begin(number)
        open[key] = Run(number: number, runner: runner, isKept: true)
        return runner
    }

    /// Begins a run that the one who asks carries out himself: its number; nil when there is one under way.
    package mutating func lead(_ key: RunKey) -> Int? {
        guard open[key] == nil else { return nil }
        let number = nextNumber()
        open[key] = Run(number: number)
        return number
    }

    /// Waits for a run that somebody leads; false when there is none any more.
    package mutating func follow(_ key: RunKey, as number: Int, at position: Position?, _ waiter: Waiter) -> Bool {
        guard let run = open[key] else { return false }
        addWait(number, waiter, for: .run(key, run.number), at: position)
        open[key]?.waits.append(number)
        return true
    }

    /// A run has come to its outcome: those who are to be told of it.
    package mutating func end(_ key: RunKey, _ number: Int) -> [Waiter] {
        guard let run = remove(key, number) else { return [] }
        return run.waits.compactMap { removeWait($0)?.waiter }
    }

    /// The one who leads a run leaves it: the first of those who wait leads it from now on; nil when there is none.
    package mutating func handOver(_ key: RunKey, _ number: Int) -> Waiter? {
        while let wait = self[key, number]?.waits.first {
            changeRun(key, number) { $0.waits.removeFirst() }
            if let heir = removeWait(wait) { return heir.waiter }
        }
        remove(key, number)
        return nil
    }

    /// Something changes at an origin: what was asked of it before can't be joined by those who ask from now on.
    package mutating func closeRuns(to origin: Origin) {
        for (key, run) in open {
            guard case .exchange(let request) = key else { continue }
            let asked: Origin?
            if let known = run.origin {
                asked = known
            } else {
                asked = Origin(request.url)
                open[key]?.origin = .some(asked)
            }
            if asked == origin { closed[run.number] = open.removeValue(forKey: key) }
        }
    }

    /// Whether there is a run that could be joined.
    package var hasOpenRuns: Bool { !open.isEmpty }

    subscript(key: RunKey, number: Int) -> Run? {
        if let run = open[key], run.number == number { run } else { closed[number] }
    }

    mutating func changeRun(_ key: RunKey, _ number: Int, _ change: (inout Run) -> Void) {
        if var run = open[key], run.number == number {
            change(&run)
            open[key] = run
        } else if var run = closed[number] {
            change(&run)
            closed[number] = run
        }
    }

    @discardableResult
    mutating func remove(_ key: RunKey, _ number: Int) -> Run? {
        if let run = open[key], run.number == number { return open.removeValue(forKey: key) }
        return closed.removeValue(forKey: number)
    }
}
