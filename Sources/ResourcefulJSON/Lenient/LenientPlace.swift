/// Where a lenient reader stands: at a node of the document, or where nothing is.
struct LenientPlace {
    /// What may be used instead of what can't be read.
    enum Fallback {
        /// For a property: the default of its type.
        case typeDefault
        /// For an element: only a default that the type says itself; else the element is left out.
        case ownDefault
        /// For an optional: only nil.
        case none
    }

    /// The node, nil where nothing stands.
    var node: Int?
    /// The way here; nil where the reading began.
    var step: LenientStep?
    var fallback = Fallback.typeDefault
    /// How many values around this one were made of nothing.
    var defaulted = 0
    var depth = 0
    /// Whether the value counts as the one element of an array. What is an element is not made an array once more: a
    /// type that tries to be an array of itself would do so without end.
    var isOnlyElement = false

    func child(_ node: Int?, _ step: LenientStep, _ fallback: Fallback = .typeDefault) -> LenientPlace {
        LenientPlace(node: node, step: step, fallback: fallback, defaulted: defaulted, depth: depth + 1)
    }

    /// The place where everything below is made of nothing.
    var emptied: LenientPlace {
        LenientPlace(node: nil, step: step, fallback: fallback, defaulted: defaulted + 1, depth: depth)
    }

    /// The same place as the one element of an array.
    func asOnlyElement(fallingBack fallback: Fallback) -> LenientPlace {
        var place = falling(back: fallback)
        place.isOnlyElement = true
        return place
    }

    /// The same place, with another idea of what may be used.
    func falling(back fallback: Fallback) -> LenientPlace {
        var place = self
        place.fallback = fallback
        return place
    }
}

/// One step of the way to a place. A list that shares its tail, so that no path is built until somebody wants it.
final class LenientStep {
    let parent: LenientStep?
    /// The key or the index in the document.
    let component: JSONPath.Component
    /// The key as the type asked for it.
    let key: any CodingKey

    init(_ parent: LenientStep?, _ component: JSONPath.Component, key: any CodingKey) {
        self.parent = parent
        self.component = component
        self.key = key
    }

    convenience init(_ parent: LenientStep?, index: Int) {
        self.init(parent, .index(index), key: JSONCodingKey(index: index))
    }

    /// The steps from the root to a step, that one included.
    static func path(to last: LenientStep?) -> [LenientStep] {
        var steps: [LenientStep] = []
        var step = last
        while let current = step {
            steps.append(current)
            step = current.parent
        }
        return steps.reversed()
    }
}
