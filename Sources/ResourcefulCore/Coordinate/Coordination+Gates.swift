extension Coordination {
    /// The result of asking for a permit.
    package enum Entering: Equatable {
        /// The caller got a permit, which it gives back by this number.
        case entered(permit: Int)
        /// The caller already holds a permit of this gate.
        case isInside
        /// No permit is available yet.
        case full
    }

    /// Takes a permit if one is available.
    ///
    /// A newcomer gets none while others wait. If all holders of permits wait for the caller, which would be a
    /// deadlock, it is lent a permit beyond the limit.
    package mutating func enter(_ key: GateKey, at position: Position?) -> Entering {
        let gate = gates[key] ?? Gate()
        if gate.holders.count < key.limit, gate.waits.isEmpty { return .entered(permit: admit(to: key)) }
        guard let position else { return .full }
        let scopes = position.scopes
        if gate.holders.contains(where: scopes.contains) { return .isInside }
        return isStuck(key, without: Set(scopes)) ? .entered(permit: admit(to: key)) : .full
    }

    /// Waits for a permit.
    package mutating func wait(for key: GateKey, as number: Int, at position: Position?, priority: Int) {
        addWait(number, for: .gate(key), at: position, priority: priority)
        gates[key, default: Gate()].waits.insert(number, priority: priority)
    }

    /// Gives a permit back. Returns the waiters that get one.
    package mutating func exit(_ key: GateKey, _ permit: Int) -> [Admitted] {
        guard let index = gates.index(forKey: key) else { return [] }
        gates.values[index].holders.removeAll { $0 == permit }
        // There is nearly always no waiter: one lookup is enough.
        if gates.values[index].waits.isEmpty {
            if gates.values[index].holders.isEmpty { gates.remove(at: index) }
            return []
        }
        var admitted: [Admitted] = []
        while let gate = gates[key], gate.holders.count < key.limit, let next = gate.waits.first {
            admitted += lend(next)
        }
        // Giving back a lent permit frees none, and its holder may have been the last one that wasn't stuck.
        while admitted.isEmpty,
            let stuck = gates[key]?.waits.first(where: {
                waits[$0].map { isStuck(key, without: Set($0.scopes)) } ?? false
            })
        {
            admitted += lend(stuck)
        }
        if gates[key]?.holders.isEmpty == true { gates[key] = nil }
        return admitted
    }

    private mutating func admit(to key: GateKey) -> Int {
        let permit = nextNumber()
        gates[key, default: Gate()].holders.append(permit)
        return permit
    }

    /// Gives a permit to a waiter, whether or not one is free.
    mutating func lend(_ number: Int) -> [Admitted] {
        guard let wait = removeWait(number), case .gate(let key) = wait.target else { return [] }
        gates[key]?.waits.remove(number, priority: wait.priority)
        return [(number, admit(to: key))]
    }
}
