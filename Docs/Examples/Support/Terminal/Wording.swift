/// Numbers in words that people use.
public enum Wording {
    /// The time since an event: `3 minutes ago`.
    public static func age(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        switch seconds {
        case ..<5: return "just now"
        case ..<60: return "\(seconds) seconds ago"
        case ..<3_600: return "\(count(seconds / 60, "minute")) ago"
        case ..<86_400: return "\(count(seconds / 3_600, "hour")) ago"
        default: return "\(count(seconds / 86_400, "day")) ago"
        }
    }

    /// A number of bytes, in decimal units: `1.2 MB`.
    public static func size(_ bytes: Int) -> String {
        guard bytes >= 1_000 else { return count(bytes, "byte") }
        let units = ["KB", "MB", "GB", "TB", "PB", "EB"]
        var (tenths, unit) = (bytes / 100, 0)
        while tenths >= 10_000 { (tenths, unit) = (tenths / 1_000, unit + 1) }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// A number of things: `1 episode`, `2 episodes`.
    public static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// The word of a list that is closest to a misspelled one, if it is close.
    public static func suggestion(for word: String, among words: [String]) -> String? {
        let closest = words.map { (distance(word, $0), $0) }.min { $0.0 < $1.0 }
        return closest.flatMap { $0.0 <= max(1, min(word.count, $0.1.count) / 3) ? $0.1 : nil }
    }

    /// The number of characters to insert, remove, replace or swap with the next one.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
