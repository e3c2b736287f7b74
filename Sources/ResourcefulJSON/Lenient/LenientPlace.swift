/// The place of a lenient decoder: a node of the document, or a missing value.
struct LenientPlace {
    /// What may replace a value that can't be decoded.
    enum Fallback {
        /// For a property: the default of its type.
        case typeDefault
        /// For an element: only the type's own ``LenientDefault``; without one, the element is skipped.
        case ownDefault
        /// For an optional: only nil.
        case none
    }

    /// The node; nil if the value is missing.
    var node: Int?
    /// The last step of the path to this place; nil at the root.
    var step: LenientStep?
    var fallback = Fallback.typeDefault
    /// The number of values around this one that were created from nothing.
    var defaulted = 0
    var depth = 0
    /// Whether the value is treated as the only element of an array. Such a value isn't wrapped in an array again: a
    /// type that tries to decode an array of its own type would recurse without end.
    var isOnlyElement = false

    func child(_ node: Int?, _ step: LenientStep, _ fallback: Fallback = .typeDefault) -> LenientPlace {
        LenientPlace(node: node, step: step, fallback: fallback, defaulted: defaulted, depth: depth + 1)
    }

    /// The place with its node removed, so everything below it is created from nothing.
    var emptied: LenientPlace {
        LenientPlace(node: nil, step: step, fallback: fallback, defaulted: defaulted + 1, depth: depth)
    }

    /// Returns the same place as the only element of an array.
    func asOnlyElement(fallingBack fallback: Fallback) -> LenientPlace {
        var place = falling(back: fallback)
        place.isOnlyElement = true
        return place
    }

    /// Returns the same place with another fallback.
    func falling(back fallback: Fallback) -> LenientPlace {
        var place = self
        place.fallback = fallback
        return place
    }
}

/// A step of the path to a place. Steps form a linked list with shared tails, so a path is built only if it is needed.
final class LenientStep {
    let parent: LenientStep?
    /// The key or the index in the document.
    let component: JSONPath.Component
    /// The key as the type requested it.
    let key: any CodingKey

    init(_ parent: LenientStep?, _ component: JSONPath.Component, key: any CodingKey) {
        self.parent = parent
        self.component = component
        self.key = key
    }

    convenience init(_ parent: LenientStep?, index: Int) {
        self.init(parent, .index(index), key: JSONCodingKey(index: index))
    }

    /// Returns the steps from the root up to and including a step.
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
