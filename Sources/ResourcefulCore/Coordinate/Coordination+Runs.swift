extension Coordination {
    /// What comes of asking for a run.
    package enum Joined: Equatable {
        /// There was none: one of this number begins, and the one who asks waits for it.
        case began(Int)
        /// One of this number is under way, and waited for.
        case waits(Int)
        /// To wait for it would be to wait for oneself: what it does is done once more.
        case alone
    }

    /// Somebody who has waited for a permit, and the number of the permit that he has got.
    package typealias Admitted = (waiter: Int, permit: Int)

    /// Joins the run under a key, or has it begin.
    ///
    /// - Parameters:
    ///   - number: The number of the one who asks.
    ///   - position: What he is part of.
    ///   - admitted: Those who get a permit that is lent to them, since its holders would wait for them.
    package mutating func join(
        _ key: RunKey, as number: Int, at position: Position?, admitted: inout [Admitted]
    ) -> Joined {
        guard let run = open[key] else {
            let run = nextNumber()
            addWait(number, for: .run(key, run), at: position)
            open[key] = Run(number: run)
            open[key]?.waits.insert(number, priority: 0)
            return .began(run)
        }
        if let position {
            let scopes = Set(position.scopes)
            while isStuck(run.number, without: scopes) {
                guard let lent = firstToLend(inside: run.number, without: scopes) else { return .alone }
                admitted += lend(lent)
            }
        }
        addWait(number, for: .run(key, run.number), at: position)
        open[key]?.waits.insert(number, priority: 0)
        return .waits(run.number)
    }

    /// Begins a run that goes on when nobody waits for it, unless it is under way: then that one does. The number of
    /// the run that begins.
    package mutating func keep(_ key: RunKey) -> Int? {
        guard open[key] == nil else {
            open[key]?.isKept = true
            return nil
        }
        let number = nextNumber()
        open[key] = Run(number: number, isKept: true)
        return number
    }

    /// Begins a run that the one who asks carries out himself: its number; nil when there is one under way.
    package mutating func lead(_ key: RunKey) -> Int? {
        let number = nextNumber()
        return Self.begin(&open[key], number) ? number : nil
    }

    /// Fills a place of the table, found once, since nearly always it is empty; false when it is not.
    private static func begin(_ run: inout Run?, _ number: Int) -> Bool {
        guard run == nil else { return false }
        run = Run(number: number, isLed: true)
        return true
    }

    /// Waits for a run that somebody leads; false when there is none any more.
    package mutating func follow(_ key: RunKey, as number: Int, at position: Position?) -> Bool {
        guard let run = open[key] else { return false }
        addWait(number, for: .run(key, run.number), at: position)
        open[key]?.waits.insert(number, priority: 0)
        return true
    }

    /// A run has come to its outcome: those who are to be told of it.
    package mutating func end(_ key: RunKey, _ number: Int) -> [Int] {
        guard let run = remove(key, number) else { return [] }
        return run.waits.filter { removeWait($0) != nil }
    }

    /// The one who leads a run leaves it: the first of those who wait leads it from now on; nil when there is none.
    package mutating func handOver(_ key: RunKey, _ number: Int) -> Int? {
        while let heir = self[key, number]?.waits.first {
            changeRun(key, number) { $0.waits.remove(heir, priority: 0) }
            if removeWait(heir) != nil { return heir }
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
        if open[key]?.number == number {
            change(&open[key, default: Run(number: number)])
        } else if closed[number] != nil {
            change(&closed[number, default: Run(number: number)])
        }
    }

    @discardableResult
    mutating func remove(_ key: RunKey, _ number: Int) -> Run? {
        guard let run = open.removeValue(forKey: key) else { return closed.removeValue(forKey: number) }
        if run.number == number { return run }
        // Another one has begun under the key since this one was closed.
        open[key] = run
        return closed.removeValue(forKey: number)
    }
}
