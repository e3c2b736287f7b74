/// Compares values of any type, part by part.
///
/// Structures, enumerations, tuples, optionals, arrays and dictionaries are compared by their parts, so that an `==`
/// that looks only at an identifier hides nothing. Classes, types with a mirror of their own, types of the system and
/// values without parts are compared with `==`, if they have it. Functions count as equal.
struct ValueComparison {
    /// The parts that don't count, as hashes of their places.
    private let ignored: Set<Int>

    /// Creates a comparison that ignores the parts that differ between two readings of the same body.
    init(ignoringDifferencesOf one: Any, _ other: Any) {
        var differences: Set<Int> = []
        Self.compare(one, other) { place in
            differences.insert(place)
            return true
        }
        ignored = differences
    }

    /// Returns whether two values are the same, apart from the ignored parts.
    func isSame(_ one: Any, _ other: Any) -> Bool {
        var isSame = true
        Self.compare(one, other) { place in
            isSame = ignored.contains(place)
            return isSame
        }
        return isSame
    }

    private enum Verdict {
        case same, different
        case parts([(label: AnyHashable, one: Any, other: Any)])
    }

    /// Compares two values with a stack of its own, and calls a function for the place of each difference while it
    /// returns true.
    private static func compare(_ one: Any, _ other: Any, _ continues: (Int) -> Bool) {
        var pairs = [(one: one, other: other, place: 0)]
        var seen: Set<[ObjectIdentifier]> = []
        while let (one, other, place) = pairs.popLast() {
            if type(of: one) is AnyClass, type(of: other) is AnyClass {
                // Objects can form circles.
                let objects = [ObjectIdentifier(one as AnyObject), ObjectIdentifier(other as AnyObject)]
                if objects[0] == objects[1] || !seen.insert(objects).inserted { continue }
            }
            switch verdict(one, other) {
            case .same: break
            case .different: if !continues(place) { return }
            case .parts(let parts):
                for (label, one, other) in parts {
                    var hasher = Hasher()
                    hasher.combine(place)
                    hasher.combine(label)
                    pairs.append((one, other, hasher.finalize()))
                }
            }
        }
    }

    private static func verdict(_ one: Any, _ other: Any) -> Verdict {
        guard type(of: one) == type(of: other) else { return .different }
        if let one = one as? any PartlyCompared, let other = other as? any PartlyCompared {
            return .parts(zip(one.comparedParts, other.comparedParts).enumerated().map { ($0, $1.0, $1.1) })
        }
        if let list = one as? any ScalarList, list.hasScalars, let one = one as? any Equatable {
            return isEqual(one, other) ? .same : .different
        }
        if let ones = one as? [Any], let others = other as? [Any] {
            guard ones.count == others.count else { return .different }
            return .parts(zip(ones, others).enumerated().map { ($0, $1.0, $1.1) })
        }
        if let ones = one as? [AnyHashable: Any], let others = other as? [AnyHashable: Any] {
            guard ones.count == others.count else { return .different }
            let parts = ones.compactMap { key, value in others[key].map { (key, value, $0) } }
            return parts.count == ones.count ? .parts(parts) : .different
        }
        let (ones, others) = (Mirror(reflecting: one), Mirror(reflecting: other))
        if let one = one as? any Equatable, isOpaque(one, ones) { return isEqual(one, other) ? .same : .different }
        return parts(of: ones, others) ?? (ones.displayStyle == .enum && "\(one)" != "\(other)" ? .different : .same)
    }

    /// Returns the pairs of the parts of two values; nil if they have none.
    private static func parts(of one: Mirror, _ other: Mirror) -> Verdict? {
        let (ones, others) = (allChildren(of: one), allChildren(of: other))
        guard ones.count == others.count, zip(ones, others).allSatisfy({ $0.label == $1.label }) else {
            return .different
        }
        guard !ones.isEmpty else { return nil }
        return .parts(zip(ones, others).enumerated().map { ($0, $1.0.value, $1.1.value) })
    }

    private static func allChildren(of mirror: Mirror) -> [Mirror.Child] {
        var (children, mirror) = (Array(mirror.children), mirror.superclassMirror)
        while let ancestor = mirror {
            children += ancestor.children
            mirror = ancestor.superclassMirror
        }
        return children
    }

    /// Whether the parts of a value say less than its `==`.
    private static func isOpaque(_ value: any Equatable, _ mirror: Mirror) -> Bool {
        switch mirror.displayStyle {
        case .optional?: return false
        case .class?: return true
        default:
            if value is any CustomReflectable || mirror.children.isEmpty { return true }
            let module = String(reflecting: type(of: value)).prefix { $0 != "." }
            return ["Swift", "Foundation", "FoundationEssentials", "__C"].contains(module)
        }
    }

    private static func isEqual<One: Equatable>(_ one: One, _ other: Any) -> Bool { other as? One == one }
}

/// An array, which is compared as a whole if its elements have no parts.
private protocol ScalarList {
    var hasScalars: Bool { get }
}

extension Array: ScalarList {
    fileprivate var hasScalars: Bool {
        Element.self is any FixedWidthInteger.Type || Element.self is any BinaryFloatingPoint.Type
            || Element.self is String.Type || Element.self is Bool.Type
    }
}
