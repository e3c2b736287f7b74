/// The name that a mistaken name probably means.
enum NearestName {
    /// Returns the name that differs least from a missing one; nil if none is near.
    ///
    /// Case and the marks between words don't count. At most a third of the letters may differ. The time is limited:
    /// only the first thousand names, and names of at most 64 bytes, are compared.
    static func of(_ missing: String, among names: [String]) -> String? {
        let wanted = letters(of: missing)
        var nearest: (name: String, distance: Int)?
        for name in names.prefix(1_000) where name.utf8.count <= 64 && missing.utf8.count <= 64 {
            let letters = letters(of: name)
            let limit = min(letters.count, wanted.count) / 3
            guard letters == wanted || abs(letters.count - wanted.count) <= limit else { continue }
            let distance = distance(letters, wanted)
            if distance <= limit, distance < nearest?.distance ?? .max { nearest = (name, distance) }
        }
        return nearest?.name
    }

    /// Whether two names differ only in case and in the marks between words.
    static func isSame(_ name: String, _ other: String) -> Bool { letters(of: name) == letters(of: other) }

    private static func letters(of name: String) -> [UInt8] {
        name.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    }

    /// Returns the number of bytes to insert, remove and replace (Levenshtein's distance).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (byte == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
