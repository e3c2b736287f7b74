extension Explorer {
    /// The simplest order that fails, as far as it is found in some hundred runs: first by leaving out changes of
    /// branch from the one that is known, then by trying all with one or two of them.
    func simplified(_ finding: Finding) -> Finding {
        var budget = 600
        let reduced = reduced(finding, &budget)
        return fewer(than: reduced, &budget) ?? reduced
    }

    /// The same failure or another one with these choices, if there is one.
    private func tryOut(_ choices: [Int], _ budget: inout Int) -> (finding: Finding?, widths: [Int]) {
        budget -= 1
        guard let (scheduler, finding) = try? attempt(Scheduler(choices)) else { return (nil, []) }
        return (finding, scheduler.steps.map(\.candidates.count).filter { $0 > 1 })
    }

    /// Goes on with simpler choices as long as they fail, too.
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

    /// Choices that are simpler in one way: halves, quarters and so on of them made 0, or one of them left out.
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

    /// A failure with fewer changes of branch than one that is known: none, one or two.
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
