/// The distance between names, for suggestions.
enum NameDistance {
    /// Returns the number of characters to add, remove or replace to turn one name into the other (Levenshtein).
    static func between(_ some: String, _ other: String) -> Int {
        let (some, other) = (Array(some), Array(other))
        var row = Array(0...other.count)
        for (index, character) in some.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for place in other.indices {
                let replaced = diagonal + (other[place] == character ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(replaced, row[place] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }

    /// Returns the nearest names, at most the given number.
    static func nearest(to name: String, among names: some Sequence<String>, limit: Int = 3) -> [String] {
        let ranked = names.map { (name: $0, distance: between($0.lowercased(), name.lowercased())) }
        let nearest = ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
        return nearest.prefix(limit).map(\.name)
    }
}
