// The search for deadlocks: waits that would wait for themselves, directly or through others.
//
// A run or a gate is stuck if it can continue only after the caller that is about to wait for it: a run if one of the
// waits inside it is stuck, and a gate if all holders of its permits are stuck. Anything on the current path of the
// search counts as stuck, because nothing outside a cycle can resolve it.
extension Coordination {
    /// Returns whether a run or a permit can end only after one of some scopes continues.
    func isStuck(_ scope: Int, without scopes: Set<Int>) -> Bool {
        var free: Set<Int> = []
        return isStuck(scope, without: scopes, [], &free)
    }

    /// Returns whether a gate can have a permit only after one of some scopes continues.
    func isStuck(_ gate: GateKey, without scopes: Set<Int>) -> Bool {
        var free: Set<Int> = []
        return isStuck(gate, without: scopes, [], &free)
    }

    /// Returns the first waiter inside a stuck run that waits for a permit whose holders would all wait for the caller.
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
