// Who waits for himself, be it through others.
//
// Something is stuck when it can go on only after somebody who is about to wait for it: a run, when one of those who
// wait inside it is; a gate, when all who hold its permits are. What is being looked at already counts as stuck, since
// nothing outside a circle ever lets it go on.
extension Coordination {
    /// Whether a run or a permit ends only after those of some scopes have gone on.
    func isStuck(_ scope: Int, without scopes: Set<Int>) -> Bool {
        var free: Set<Int> = []
        return isStuck(scope, without: scopes, [], &free)
    }

    /// Whether there is a permit only after those of some scopes have gone on.
    func isStuck(_ gate: GateKey, without scopes: Set<Int>) -> Bool {
        var free: Set<Int> = []
        return isStuck(gate, without: scopes, [], &free)
    }

    /// The first who waits, inside a run that is stuck, for a permit whose holders are all about to wait for him.
    func firstToLend(inside scope: Int, without scopes: Set<Int>) -> Int? {
        var seen: Set<Int> = []
        var next = [scope]
        while let scope = next.popLast() {
            guard seen.insert(scope).inserted else { continue }
            for number in inside[scope] ?? WaitQueue() {
                guard let wait = waits[number] else { continue }
                switch wait.target {
                case .gate(let key): if isStuck(key, without: scopes) { return number }
                case .run(_, let run): next.append(run)
                }
            }
        }
        return nil
    }

    private func isStuck(_ scope: Int, without scopes: Set<Int>, _ seen: Set<Int>, _ free: inout Set<Int>) -> Bool {
        if scopes.contains(scope) || seen.contains(scope) { return true }
        guard !free.contains(scope), let waiting = inside[scope] else { return false }
        let seen = seen.union([scope])
        for number in waiting {
            switch waits[number]?.target {
            case .gate(let key): if isStuck(key, without: scopes, seen, &free) { return true }
            case .run(_, let run): if isStuck(run, without: scopes, seen, &free) { return true }
            case nil: break
            }
        }
        free.insert(scope)
        return false
    }

    private func isStuck(_ gate: GateKey, without scopes: Set<Int>, _ seen: Set<Int>, _ free: inout Set<Int>) -> Bool {
        guard let holders = gates[gate]?.holders, !holders.isEmpty else { return false }
        return holders.allSatisfy { isStuck($0, without: scopes, seen, &free) }
    }
}
