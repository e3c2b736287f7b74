extension BodyOutline {
    /// What tells a value from others of its path.
    private struct Feature: Hashable {
        let path: Int
        let kind: Sensitivity.Kind
        let content: ArraySlice<UInt8>
    }

    /// The number of elements up to which a list stays as it is, and of short values that may tell elements apart.
    private static let few = 8

    /// Returns the body without the elements of long lists that are like others: every member, in every type, stays
    /// twice, and so does each short value of a member that has only few, such as the kind of an element.
    func sample() -> Data {
        let kept = distinct()
        var isRetained = [Bool](repeating: true, count: places.count)
        var removed: [Int: [Int]] = [:]
        for place in places.indices {
            guard let parent = places[place].parent else { continue }
            let siblings = places[parent].children
            let isExtra =
                places[parent].kind == .list && siblings.count > Self.few && !kept[place] && siblings[0] != place
            isRetained[place] = isRetained[parent] && !isExtra
            // An element in one that is removed is removed with it.
            if isExtra, isRetained[parent] { removed[parent, default: []].append(place) }
        }
        let ranges = removed.values.flatMap { removals(of: $0).map(\.0) }
        return body(replacing: ranges.sorted { $0.lowerBound < $1.lowerBound }.map { ($0, []) })
    }

    /// Whether a place, or one in it, is the first or second with its feature.
    private func distinct() -> [Bool] {
        var values = [Set<ArraySlice<UInt8>>](repeating: [], count: branches.count)
        for place in places where values[place.path].count <= Self.few { values[place.path].insert(content(of: place)) }
        var counts: [Feature: Int] = [:]
        var kept = [Bool](repeating: false, count: places.count)
        for (index, place) in places.enumerated() {
            let content = values[place.path].count <= Self.few ? content(of: place) : []
            let count = counts[Feature(path: place.path, kind: place.kind, content: content), default: 0]
            counts[Feature(path: place.path, kind: place.kind, content: content)] = count + 1
            var holder = count < 2 ? index : nil
            while let ancestor = holder, !kept[ancestor] {
                kept[ancestor] = true
                holder = places[ancestor].parent
            }
        }
        return kept
    }

    /// The text of a short scalar; empty for other values.
    private func content(of place: Place) -> ArraySlice<UInt8> {
        place.kind == .list || place.kind == .object || place.range.count > 24 ? [] : bytes[place.range]
    }
}
