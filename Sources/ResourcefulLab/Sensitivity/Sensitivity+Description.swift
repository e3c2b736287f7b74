extension Sensitivity: CustomStringConvertible {
    /// A line for each member, in columns, at most 100 characters wide: the path, whether it's needed, its types, and
    /// the changes that make the resource fail or that change nothing. Other changes make it read another value.
    ///
    /// A member that isn't read is shown without its own members if none of them is read either. After the types, `2 of
    /// 3` tells that only 2 of 3 objects have the member.
    public var description: String {
        let shown = shownMembers
        guard !shown.isEmpty else { return leftOut == 0 ? "the body is empty" : leftOutText }
        let unknown = Set(unknown)
        var rows: [Row] = []
        for member in shown {
            rows.append(Row(path: "\(member.path)", need: member.needText, changes: member.changesText))
            let elements = member.path.appending(.element)
            guard unknown.contains(elements), member.need != .notRead else { continue }
            rows.append(Row(path: "\(elements)", need: "unknown", changes: "the list is empty"))
        }
        return (Row.lines(rows) + (leftOut == 0 ? [] : [leftOutText])).joined(separator: "\n")
    }

    private var leftOutText: String {
        "\(leftOut) \(leftOut == 1 ? "member was" : "members were") left out after \(readings) readings"
    }

    /// The members without those in a member that isn't read at all.
    private var shownMembers: [Member] {
        var (shown, index) = ([Member](), 0)
        while index < members.count {
            let member = members[index]
            // The members in a container follow it.
            let depth = member.path.steps.count
            let end = members[(index + 1)...].firstIndex { $0.path.steps.count <= depth } ?? members.endIndex
            let isUnread = members[index..<end].allSatisfy { $0.need == .notRead }
            shown.append(member)
            index = isUnread ? end : index + 1
        }
        return shown
    }
}

extension Sensitivity.Member {
    fileprivate var needText: String {
        let kinds = kinds.map(\.description).joined(separator: " or ")
        return "\(need), \(kinds)" + (holders < parents ? ", \(holders) of \(parents)" : "")
    }

    /// The changes that fail, and those that change nothing.
    fileprivate var changesText: String {
        guard need != .notRead else { return "" }
        var groups: [(verb: String, changes: [Sensitivity.Change])] = []
        for effect in effects {
            let verb =
                switch effect.outcome {
                case .anotherValue: "another value"
                case .sameValue: "the same value"
                case .fails(let failure): failure.verb
                }
            if let index = groups.firstIndex(where: { $0.verb == verb }) {
                groups[index].changes.append(effect.change)
            } else {
                groups.append((verb, [effect.change]))
            }
        }
        if groups.count == 1, groups[0].verb == "another value" { return "any change: another value" }
        // What fails comes first.
        let shown = groups.filter { $0.verb.hasPrefix("fails") } + groups.filter { $0.verb == "the same value" }
        return shown.map { "\(names(of: $0.changes)): \($0.verb)" }
            .joined(separator: "; ")
    }

    /// Returns the names of some changes, with a shorter one for all other types.
    private func names(of changes: [Sensitivity.Change]) -> String {
        let ofType = Sensitivity.Change.ofType.filter { !kinds.contains($0.value) }.map(\.key)
        guard ofType.allSatisfy(changes.contains) else { return changes.map(\.description).joined(separator: ", ") }
        var names = changes.map { ofType.contains($0) ? "another type" : $0.description }
        names = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
        return names.joined(separator: ", ")
    }
}

/// A row of a report.
private struct Row {
    let path: String
    let need: String
    let changes: String

    private static let width = 100
    private static let widest = 32

    /// Returns the rows in columns. A long path has a line of its own, and changes are wrapped.
    static func lines(_ rows: [Row]) -> [String] {
        let path = column(rows.map(\.path.count).filter { $0 <= widest })
        let need = column(rows.map(\.need.count))
        return rows.flatMap { $0.lines(path: path, need: need) }
    }

    /// Returns the width of a column: in steps of 8, so that few changes of a report change all of its lines.
    private static func column(_ widths: [Int]) -> Int { min(((widths.max() ?? 0) + 7) / 8 * 8, widest) }

    private func lines(path width: Int, need needWidth: Int) -> [String] {
        let isLong = path.count > width
        var lines = isLong ? [shortened] : []
        let start = Self.padded(isLong ? "" : path, width) + "  "
        guard !changes.isEmpty else { return lines + [start + need] }
        let indent = String(repeating: " ", count: width + 2 + needWidth + 4)
        let head = start + Self.padded(need, needWidth)
        let wrapped = Self.wrapped(changes, max(Self.width - indent.count, 20))
        lines.append(
            head.count > indent.count - 4
                ? head + "\n" + indent.dropLast(2) + "→ " + wrapped[0] : head + "  → " + wrapped[0])
        return lines + wrapped.dropFirst().map { indent + $0 }
    }

    /// The path in at most the width of a line.
    private var shortened: String {
        guard path.count > Self.width else { return path }
        return "\(path.prefix(Self.width / 2 - 1))…\(path.suffix(Self.width / 2 - 1))"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Returns a text on lines of at most a width, which end at a comma or a semicolon.
    private static func wrapped(_ text: String, _ width: Int) -> [String] {
        let phrases = text.split(separator: " ").reduce(into: [String]()) { phrases, word in
            if let last = phrases.last, last.last != ",", last.last != ";" {
                phrases[phrases.count - 1] = "\(last) \(word)"
            } else {
                phrases.append(String(word))
            }
        }
        return phrases.reduce(into: []) { lines, phrase in
            // A phrase that is wider than a line is wrapped at its words.
            for part in phrase.count > width ? phrase.split(separator: " ").map(String.init) : [phrase] {
                if let line = lines.last, line.count + 1 + part.count <= width {
                    lines[lines.count - 1] = "\(line) \(part)"
                } else {
                    lines.append(part)
                }
            }
        }
    }
}
