extension Coordination {
    /// What comes of asking for a permit.
    package enum Entering: Equatable {
        /// There is a permit: the number to give it back by.
        case entered(permit: Int)
        /// The one who asks has a permit there already.
        case isInside
        /// There is none yet.
        case full
    }

    /// Takes a permit, if there is one.
    ///
    /// Who comes first goes first; so there is none for a newcomer while others wait. A permit that only those hold who
    /// wait for the one who asks is lent to him: he would wait for himself otherwise.
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

    /// Gives a permit back: those who get it.
    package mutating func exit(_ key: GateKey, _ permit: Int) -> [Admitted] {
        gates[key]?.holders.removeAll { $0 == permit }
        var admitted: [Admitted] = []
        while let gate = gates[key], gate.holders.count < key.limit, let next = gate.waits.first {
            admitted += lend(next)
        }
        // Who returns a permit that was lent frees none, and may have been the last who was not waited for.
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

    /// Gives a permit to somebody who waits for one, whether or not one is free.
    mutating func lend(_ number: Int) -> [Admitted] {
        guard let wait = removeWait(number), case .gate(let key) = wait.target else { return [] }
        gates[key]?.waits.remove(number, priority: wait.priority)
        return [(number, admit(to: key))]
    }
}
