extension BodyOutline {
    /// Returns the body with a change in some places of one path. Linear in its length.
    func body(with change: Sensitivity.Change, at changed: [Int]) -> Data {
        body(replacing: change == .missing ? removals(of: changed) : replacements(by: change, at: changed))
    }

    /// Returns the body with other texts in some ranges, which are in order.
    func body(replacing edits: [(Range<Int>, [UInt8])]) -> Data {
        var body = Data()
        var end = 0
        for (range, text) in edits {
            body.append(contentsOf: bytes[end..<range.lowerBound])
            body.append(contentsOf: text)
            end = range.upperBound
        }
        body.append(contentsOf: bytes[end...])
        return body
    }

    private func replacements(by change: Sensitivity.Change, at changed: [Int]) -> [(Range<Int>, [UInt8])] {
        changed.compactMap { place in
            text(for: change, at: place).map { (places[place].range, Array($0.utf8)) }
        }
    }

    /// Returns the texts of some places, with their keys and one comma for each.
    func removals(of removed: [Int]) -> [(Range<Int>, [UInt8])] {
        let gone = Set(removed)
        var (ranges, last) = ([Range<Int>](), nil as Int?)
        for place in removed {
            guard let container = places[place].parent else { return [(bytes.indices, [])] }
            if last != container { ranges += removals(of: gone, in: places[container].children) }
            last = container
        }
        return ranges.map { ($0, []) }
    }

    private func removals(of gone: Set<Int>, in children: [Int]) -> [Range<Int>] {
        let kept = children.lastIndex { !gone.contains($0) }
        // Up to the last one that is kept, the comma after a child is removed with it; then, the one before it.
        var ranges = children[..<(kept ?? 0)].indices.filter { gone.contains(children[$0]) }
            .map { places[children[$0]].start..<places[children[$0 + 1]].start }
        if let last = children.last, kept != children.count - 1 {
            let start = kept.map { places[children[$0]].range.upperBound } ?? places[children[0]].start
            ranges.append(start..<places[last].range.upperBound)
        }
        return ranges
    }

    /// Whether a change can be made in a place.
    func applies(_ change: Sensitivity.Change, at place: Int) -> Bool {
        change == .missing || text(for: change, at: place) != nil
    }

    /// Returns the text of a changed value; nil if the change doesn't apply to its type.
    private func text(for change: Sensitivity.Change, at place: Int) -> String? {
        let kind = places[place].kind
        let range = places[place].range
        switch change {
        case .null: return kind == .null ? nil : "null"
        case .emptyList: return kind == .list && places[place].children.isEmpty ? nil : "[]"
        case .emptyObject: return kind == .object && places[place].children.isEmpty ? nil : "{}"
        case .text, .number, .boolean: return text(of: change, at: place)
        case .anotherText where kind == .text:
            return text(of: range) == "unknown-case" ? "\"another-case\"" : "\"unknown-case\""
        case .emptyText where kind == .text: return range.count == 2 ? nil : "\"\""
        case .anotherBoolean where kind == .boolean:
            return bytes[range.lowerBound] == UInt8(ascii: "t") ? "false" : "true"
        case _ where kind == .number: return number(for: change, String(decoding: bytes[range], as: UTF8.self))
        default: return nil
        }
    }

    private func number(for change: Sensitivity.Change, _ number: String) -> String? {
        switch change {
        case .anotherNumber: return number == "113" ? "114" : "113"
        case .beyondInt32: return (Double(number) ?? 0).magnitude < 4_294_967_296 ? "5000000000" : nil
        case .beyondInt64: return (Double(number) ?? 0).magnitude < 1e19 ? "20000000000000000000" : nil
        case .fraction: return number.contains { ".eE".contains($0) } ? nil : "\(number).5"
        default: return nil
        }
    }

    /// Returns the text of a value of another type; the same content if both types have it.
    private func text(of change: Sensitivity.Change, at place: Int) -> String? {
        let (kind, range) = (places[place].kind, places[place].range)
        guard change != .init(to: kind) else { return nil }
        let spelled = String(decoding: bytes[range], as: UTF8.self)
        let content = kind == .text ? text(of: range) : spelled
        switch change {
        case .text: return kind == .number || kind == .boolean ? "\"\(spelled)\"" : "\"text\""
        case .number where kind == .text:
            return (try? JSON(parsing: Data(content.utf8)).double) == nil ? "1" : content
        case .number: return content == "false" ? "0" : "1"
        default: return content == "false" || content == "0" ? "false" : "true"
        }
    }
}
