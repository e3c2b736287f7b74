/// What a request is to others that are under way.
package enum ExchangePart {
    /// Equal requests are sent once, as the run under this key.
    case shared(RunKey)
    /// It changes something: later requests don't join earlier ones, when it is sent and again when it is answered.
    case changes
    /// It has nothing to do with others.
    case alone

    /// Decides about a request that was checked.
    package init(_ request: Request) {
        if request.isJoinable {
            self = .shared(.exchange(request.shared))
        } else {
            self = request.method.isSafe ? .alone : .changes
        }
    }
}

extension Coordination {
    /// The result of joining a run.
    package enum Joined: Equatable {
        /// A run with this number begins, and the caller waits for it.
        case began(Int)
        /// A run with this number is under way, and the caller waits for it.
        case waits(Int)
        /// Waiting for the run would be a deadlock: the caller does the same work on its own.
        case alone
    }

    /// A waiter that got a permit, and the number of the permit.
    package typealias Admitted = (waiter: Int, permit: Int)

    /// Joins the run under a key, or begins one.
    ///
    /// - Parameters:
    ///   - number: The number of the caller.
    ///   - position: The runs and permits that the caller is part of.
    ///   - isKept: Whether the run continues even if nothing waits for it.
    ///   - admitted: The waiters that are lent a permit, because its holders would wait for them.
    package mutating func join(
        _ key: RunKey, as number: Int, at position: Position?, isKept: Bool = false, admitted: inout [Admitted]
    ) -> Joined {
        guard let run = open[key] else {
            let run = nextNumber()
            addWait(number, for: .run(key, run), at: position)
            open[key] = Run(number: run, isKept: isKept)
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
        if isKept { open[key]?.isKept = true }
        return .waits(run.number)
    }

    /// Begins a run that continues even if nothing waits for it; a run that is under way becomes such a run.
    ///
    /// - Returns: The number of the run that begins; nil if one is under way.
    package mutating func keep(_ key: RunKey) -> Int? {
        guard open[key] == nil else {
            open[key]?.isKept = true
            return nil
        }
        let number = nextNumber()
        open[key] = Run(number: number, isKept: true)
        return number
    }

    /// Begins a run that the caller carries out itself. Returns its number; nil if one is under way.
    package mutating func lead(_ key: RunKey) -> Int? {
        let number = nextNumber()
        return Self.begin(&open[key], number) ? number : nil
    }

    /// Begins a run in an entry of the table. The entry is looked up only once, because it is nearly always empty.
    /// Returns false if it isn't.
    private static func begin(_ run: inout Run?, _ number: Int) -> Bool {
        guard run == nil else { return false }
        run = Run(number: number, isLed: true)
        return true
    }

    /// Waits for a run that another caller leads. Returns false if it has ended.
    package mutating func follow(_ key: RunKey, as number: Int, at position: Position?) -> Bool {
        guard let run = open[key] else { return false }
        addWait(number, for: .run(key, run.number), at: position)
        open[key]?.waits.insert(number, priority: 0)
        return true
    }

    /// Ends a run that has its result. Returns the waiters to notify.
    package mutating func end(_ key: RunKey, _ number: Int) -> [Int] {
        guard let run = remove(key, number) else { return [] }
        return run.waits.filter { removeWait($0) != nil }
    }

    /// Removes the leader of a run. Returns the first waiter, which leads it from now on; nil if there is none.
    package mutating func handOver(_ key: RunKey, _ number: Int) -> Int? {
        while let heir = self[key, number]?.waits.first {
            changeRun(key, number) { $0.waits.remove(heir, priority: 0) }
            if removeWait(heir) != nil { return heir }
        }
        remove(key, number)
        return nil
    }

    /// Closes the runs to an origin where something changes: later callers can't join requests from before the change.
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

    /// Whether there is a run that can be joined.
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
        // Another run began under the key after this one was closed.
        open[key] = run
        return closed.removeValue(forKey: number)
    }
}
