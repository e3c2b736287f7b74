/// Elements that a plan collects one by one. Adding one copies few of them, however many there are.
struct Collected<Element: Sendable>: Sendable {
    private var full: [[Element]] = []
    private var last: [Element] = []

    var elements: [Element] { full.flatMap { $0 } + last }

    func adding(_ element: Element) -> Collected {
        var collected = self
        collected.last.append(element)
        if collected.last.count == 256 {
            collected.full.append(collected.last)
            collected.last = []
        }
        return collected
    }
}

/// A set to which a plan adds elements one by one. Adding one copies few of them, however many there are.
struct SeenElements: Sendable {
    /// Each has more elements than the next one.
    private var sets: [Set<String>] = []

    /// Adds an element. Returns whether it is new.
    mutating func insert(_ element: String) -> Bool {
        guard !sets.contains(where: { $0.contains(element) }) else { return false }
        var new: Set = [element]
        while let last = sets.last, last.count <= new.count {
            new.formUnion(last)
            sets.removeLast()
        }
        sets.append(new)
        return true
    }
}
