/// Compares values of any type, part by part.
///
/// Structures, enumerations, tuples, optionals, arrays and dictionaries are compared by their parts, so that an `==`
/// that looks only at an identifier hides nothing. Classes, types with a mirror of their own, types of the system and
/// values without parts are compared with `==`, if they have it. Functions count as equal.
struct ValueComparison {
    /// The parts that don't count, as hashes of their places.
    private var ignored: Set<Int> = []
    private var known: [ObjectIdentifier: ComparedType] = [:]

    /// Creates a comparison that ignores the parts that differ between two readings of the same body.
    init(ignoringDifferencesOf one: Any, _ other: Any) {
        var differences: Set<Int> = []
        compare(one, other) { place in
            differences.insert(place)
            return true
        }
        ignored = differences
    }

    /// Returns whether two values are the same, apart from the ignored parts.
    mutating func isSame(_ one: Any, _ other: Any) -> Bool {
        var isSame = true
        let ignored = ignored
        compare(one, other) { place in
            isSame = ignored.contains(place)
            return isSame
        }
        return isSame
    }

    private struct Pair {
        let one: Any
        let other: Any
        /// The hash of the place in the values.
        let place: Int

        func part(_ label: some Hashable, _ one: Any, _ other: Any) -> Pair {
            var hasher = Hasher()
            hasher.combine(place)
            hasher.combine(label)
            return Pair(one: one, other: other, place: hasher.finalize())
        }
    }

    /// Compares two values with a stack of its own, and calls a function for the place of each difference while it
    /// returns true.
    private mutating func compare(_ one: Any, _ other: Any, _ continues: (Int) -> Bool) {
        var pairs = [Pair(one: one, other: other, place: 0)]
        var seen: Set<[ObjectIdentifier]> = []
        while let pair = pairs.popLast() {
            let type = type(of: pair.one)
            var isSame = type == Swift.type(of: pair.other)
            if isSame {
                let compared = known[ObjectIdentifier(type)] ?? ComparedType(type, pair.one)
                known[ObjectIdentifier(type)] = compared
                if compared == .object {
                    // Objects can form circles.
                    let objects = [ObjectIdentifier(pair.one as AnyObject), ObjectIdentifier(pair.other as AnyObject)]
                    if objects[0] == objects[1] || !seen.insert(objects).inserted { continue }
                }
                isSame = Self.compare(pair, compared, &pairs)
            }
            if !isSame, !continues(pair.place) { return }
        }
    }

    /// Returns whether two values of a type can be the same. If so, adds the pairs of their parts.
    private static func compare(_ pair: Pair, _ type: ComparedType, _ pairs: inout [Pair]) -> Bool {
        switch (type, pair.one, pair.other) {
        case (.whole, let one as any Equatable, _): return isEqual(one, pair.other)
        case (.some, let one, let other):
            let parts = zip(comparedParts(of: one) ?? [], comparedParts(of: other) ?? [])
            pairs += parts.enumerated().map { pair.part($0, $1.0, $1.1) }
            return true
        case (.list, let ones as [Any], let others as [Any]):
            guard ones.count == others.count else { return false }
            for index in ones.indices { pairs.append(pair.part(index, ones[index], others[index])) }
            return true
        case (.dictionary, let ones as [AnyHashable: Any], let others as [AnyHashable: Any]):
            guard ones.count == others.count, ones.keys.allSatisfy({ others[$0] != nil }) else { return false }
            for (key, value) in ones { pairs.append(pair.part(key, value, others[key] ?? value)) }
            return true
        default: return compareChildren(pair, &pairs)
        }
    }

    private static func compareChildren(_ pair: Pair, _ pairs: inout [Pair]) -> Bool {
        var mirrors: (one: Mirror?, other: Mirror?) = (Mirror(reflecting: pair.one), Mirror(reflecting: pair.other))
        let isEnumeration = mirrors.one?.displayStyle == .enum
        var index = 0
        while let one = mirrors.one, let other = mirrors.other {
            guard one.children.count == other.children.count else { return false }
            for (child, twin) in zip(one.children, other.children) {
                // The label of a case with a payload is its name.
                if isEnumeration, child.label != twin.label { return false }
                pairs.append(pair.part(index, child.value, twin.value))
                index += 1
            }
            mirrors = (one.superclassMirror, other.superclassMirror)
        }
        guard index == 0 else { return true }
        if let one = pair.one as? any Equatable { return isEqual(one, pair.other) }
        return !isEnumeration || "\(pair.one)" == "\(pair.other)"
    }

    private static func isEqual<One: Equatable>(_ one: One, _ other: Any) -> Bool { other as? One == one }
}
