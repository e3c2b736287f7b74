/// The place of a lenient decoder: a value of the document, or a missing one.
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

    /// The value; if it's missing, the object that lacks it.
    var json: JSON
    /// Whether there is a value.
    var exists: Bool
    /// The last step of the path to this place; nil at the root.
    var step: LenientStep?
    var fallback = Fallback.typeDefault
    /// The number of values around this one that were created from nothing.
    var defaulted = 0
    /// Whether the value is treated as the only element of an array. Such a value isn't wrapped in an array again: a
    /// type that tries to decode an array of its own type would recurse without end.
    var isOnlyElement = false

    /// The value; nil if it's missing. Beside a `JSON`, a plain `nil` is the document `null`.
    var value: JSON? { exists ? json : JSON?.none }

    /// Returns the place of an element or a member.
    func child(_ value: JSON?, _ key: some CodingKey, _ fallback: Fallback = .typeDefault) -> LenientPlace {
        let step = LenientStep(step, key)
        guard let value else {
            return LenientPlace(json: json, exists: false, step: step, fallback: fallback, defaulted: defaulted)
        }
        return LenientPlace(json: value, exists: true, step: step, fallback: fallback, defaulted: defaulted)
    }

    /// The place without its value, so everything below it is created from nothing.
    var emptied: LenientPlace {
        var place = self
        place.exists = false
        place.defaulted += 1
        return place
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
    /// The number of steps up to and including this one.
    let depth: Int
    /// The key as the type requested it, or the index.
    let key: any CodingKey

    init(_ parent: LenientStep?, _ key: any CodingKey) {
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
        self.key = key
    }

    /// Returns the keys from the root up to and including a step.
    static func codingPath(to last: LenientStep?) -> [any CodingKey] {
        var keys: [any CodingKey] = []
        var step = last
        while let current = step {
            keys.append(current.key)
            step = current.parent
        }
        return keys.reversed()
    }
}

/// A key or an index of a coding path.
enum LenientKey: CodingKey {
    case key(String)
    case index(Int)

    init(stringValue: String) { self = .key(stringValue) }
    init(intValue: Int) { self = .key("\(intValue)") }

    var stringValue: String {
        switch self {
        case .key(let key): key
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? { if case .index(let index) = self { index } else { nil } }
}
