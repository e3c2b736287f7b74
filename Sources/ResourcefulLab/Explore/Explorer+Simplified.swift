extension Explorer {
    /// Returns the simplest failing order that it finds in at most 600 runs. It first removes switches of branch from
    /// the known order, then tries all orders with at most two of them.
    func simplified(_ finding: Finding) -> Finding {
        var budget = 600
        let reduced = reduced(finding, &budget)
        return fewer(than: reduced, &budget) ?? reduced
    }

    /// Tries an order, and returns the failure, if there is one, which may be another one than before.
    private func tryOut(_ choices: [Int], _ budget: inout Int) -> (finding: Finding?, widths: [Int]) {
        budget -= 1
        guard let (scheduler, finding) = try? attempt(Scheduler(choices)) else { return (nil, []) }
        return (finding, scheduler.steps.map(\.candidates.count).filter { $0 > 1 })
    }

    /// Replaces the choices with simpler ones as long as those also fail.
    private func reduced(_ finding: Finding, _ budget: inout Int) -> Finding {
        var best = finding
        var isSimpler = true
        while isSimpler, budget > 300 {
            isSimpler = false
            for choices in simpler(than: best.choices) where budget > 300 {
                guard let found = tryOut(choices, &budget).finding, found.cost < best.cost else { continue }
                best = found
                isSimpler = true
                break
            }
        }
        return best
    }

    /// Returns choices that are simpler in one way: a half, a quarter and so on of them replaced by 0, or one removed.
    private func simpler(than choices: [Int]) -> [[Int]] {
        var all: [[Int]] = []
        var size = choices.count
        while size > 0 {
            for start in stride(from: 0, to: choices.count, by: size) {
                let range = start..<min(start + size, choices.count)
                guard choices[range].contains(where: { $0 != 0 }) else { continue }
                all.append(choices.enumerated().map { range.contains($0.offset) ? 0 : $0.element })
            }
            size /= 2
        }
        for index in choices.indices {
            var shorter = choices
            shorter.remove(at: index)
            all.append(shorter)
        }
        return all
    }

    /// Returns a failure with fewer switches of branch than the known one: none, one or two.
    private func fewer(than known: Finding, _ budget: inout Int) -> Finding? {
        var latest: [[Int]] = [[]]
        for changes in 0..<min(3, known.cost.0) {
            var next: [[Int]] = []
            for choices in latest where budget > 0 {
                let (finding, widths) = tryOut(choices, &budget)
                if let finding { return finding }
                guard changes < 2 else { continue }
                for place in choices.count..<max(choices.count, widths.count) {
                    let kept = choices + Array(repeating: 0, count: place - choices.count)
                    next += (1..<widths[place]).map { kept + [$0] }
                }
            }
            latest = next
        }
        return nil
    }
}
