/// A failure because a value of a document isn't the expected one, or because a step leads to a missing value.
final class JSONNodeFailure: FailureSource {
    /// The reason of a failure at a node.
    enum Reason: Sendable {
        /// Another value was expected. If the value is a number, `limit` completes what was expected.
        case mismatch(String, limit: String = "")
        /// A step from here leads to a missing value, where `expected` was expected.
        case step(JSONPath.Component?, expected: String = "a value", renaming: Renaming? = nil)
        /// A decoder explains the failure itself, without the value.
        case explained(expected: String, found: String)
        /// A decoder adds a reason to the description of the value.
        case reason(expected: String, String)
    }

    /// What the decoder made of keys.
    struct Renaming: Sendable {
        /// Returns the name of a key.
        let name: @Sendable (String) -> String
        /// A key whose name would be the missing one.
        let example: String?
    }

    let document: JSONDocument
    let node: Int
    let reason: Reason
    /// The components after the path of the node.
    private let steps: [JSONPath.Component]

    init(_ document: JSONDocument, at node: Int, _ reason: Reason, below steps: [JSONPath.Component] = []) {
        self.document = document
        self.node = node
        self.reason = reason
        self.steps = steps
    }

    var mask: (any TextMask)? { document.mask }

    var kind: ParseFailure.Kind {
        switch reason {
        case .step: .missing
        case .mismatch, .explained, .reason: steps.isEmpty ? .mismatch : .missing
        }
    }

    var path: JSONPath {
        let path = JSONPath(document.path(from: 0, to: node) + steps)
        if case .step(let step?, _, _) = reason { return path.appending(step) }
        return path
    }

    var expected: String {
        switch reason {
        case .mismatch(let expected, let limit): document.word(node).kind.isNumber ? expected + limit : expected
        case .step(_, let expected, _), .explained(let expected, _), .reason(let expected, _): expected
        }
    }

    func found(_ mask: (any TextMask)?) -> String {
        switch reason {
        case .mismatch: return document.found(at: node, mask: mask)
        case .step(let step, _, let renaming): return document.found(at: step, of: node, renaming, mask: mask)
        case .explained(_, let found):
            return document.hidden(node, mask, path) ?? Excerpt.line(found, limit: 200, mask: mask)
        case .reason(_, let reason):
            let found = document.found(at: node, mask: mask)
            let text = Excerpt.line(reason, limit: 200, mask: mask)
            if text.isEmpty || document.hidden(node, mask, path) != nil { return found }
            return "\(found) (\(text.last == "." ? String(text.dropLast()) : text))"
        }
    }

    func excerpt(_ mask: (any TextMask)?) -> Excerpt? {
        Excerpt(of: document.text, around: document.start(of: node), mask: mask)
    }

    var position: TextPosition? { TextPosition(of: document.start(of: node), in: document.text) }
}

extension JSONDocument {
    /// Returns the text to show instead of a node; nil if it may be shown.
    ///
    /// - Parameter path: The path of the node, or one that continues from it to a missing value.
    func hidden(_ node: Int, _ mask: (any TextMask)?, _ path: JSONPath? = nil) -> String? {
        guard let mask else { return nil }
        var (container, isHidden) = (0, false)
        walk(from: 0, to: node) { isKey, child, _ in
            if isKey, !isHidden { isHidden = hides(child, in: container, mask) }
            container = isKey ? child + 1 : child
        }
        isHidden =
            isHidden
            || path?.components.contains { component in
                if case .key(let key) = component { mask.hides(valueOf: key) } else { false }
            } == true
        return isHidden ? mask.mark : nil
    }

    /// Whether the value of a key is hidden, because of the key or of a name in another member.
    private func hides(_ key: Int, in object: Int, _ mask: any TextMask) -> Bool {
        let name = string(at: key) ?? ""
        if mask.hides(valueOf: name) { return true }
        guard mask.isOfValues(name) else { return false }
        return keyNodes(of: object).contains { other in
            string(at: other + 1).map { mask.hides(valueNamed: $0, under: string(at: other) ?? "") } == true
        }
    }

    /// Returns the failure to throw if something else was expected at a node.
    func failure(expected: String, at node: Int) -> ParseFailure {
        ParseFailure(JSONNodeFailure(self, at: node, .mismatch(expected)))
    }

    /// Returns a short description of the value at a node. The value of a hidden key isn't shown.
    func found(at node: Int, mask: (any TextMask)?) -> String {
        func line(_ text: String) -> String {
            hidden(node, mask) ?? Excerpt.line(text, mask: mask)
        }
        return switch word(node).kind {
        case .null, .true, .false, .integer, .real: line(String(decoding: bytes(of: node), as: UTF8.self))
        case .string, .escapedString: "the string \(line((string(at: node) ?? "").debugDescription))"
        case .array: count(of: node) == 0 ? "an empty array" : "an array"
        case .object: count(of: node) == 0 ? "an empty object" : "an object"
        }
    }

    /// Returns the text of the value at a node, with hidden values replaced.
    func shown(at node: Int, mask: (any TextMask)?) -> String {
        guard let mask else { return String(decoding: bytes(of: node), as: UTF8.self) }
        if let hidden = hidden(node, mask) { return hidden }
        var (shown, place) = ("", start(of: node))
        func show(upTo end: Int) {
            shown += String(decoding: mask.masked(Array(text[place..<end])), as: UTF8.self)
        }
        for value in hiddenValues(in: node, mask) {
            show(upTo: start(of: value))
            shown += "\"\(mask.mark)\""
            place = end(ofTextOf: value)
        }
        show(upTo: end(ofTextOf: node))
        return shown
    }

    /// Returns the values below a node that are hidden because of their keys, in the order of the document.
    private func hiddenValues(in node: Int, _ mask: any TextMask) -> [Int] {
        var (found, rest) = ([Int](), [node])
        while let container = rest.popLast() {
            guard word(container).isContainer else { continue }
            let isObject = word(container).kind == .object
            var child = first(in: container)
            while child < end(of: container) {
                let value = isObject ? child + 1 : child
                if isObject, hides(child, in: container, mask) {
                    found.append(value)
                } else {
                    rest.append(value)
                }
                child = next(after: value)
            }
        }
        return found.sorted()
    }

    /// Returns the end of the text of the value at a node.
    private func end(ofTextOf node: Int) -> Int { start(of: node) + bytes(of: node).count }

    /// Returns a short description of a node from which a step leads to a missing value.
    func found(
        at step: JSONPath.Component?, of node: Int, _ renaming: JSONNodeFailure.Renaming?, mask: (any TextMask)?
    ) -> String {
        switch word(node).kind {
        case .object:
            let keys = keys(of: node) ?? []
            if keys.isEmpty { return "nothing (the object is empty)" }
            let line = { Excerpt.line($0, mask: mask) }
            var (near, wanted): (String?, String) = (nil, "")
            if case .key(let key)? = step { (near, wanted) = (NearestName.of(key, among: keys), key) }
            let list = keys.prefix(8).map(line).joined(separator: ", ") + (keys.count > 8 ? ", …" : "")
            var text = "the object has the \(keys.count == 1 ? "key" : "keys") \(list)"
            if let near, keys.count > 8 { text = "the nearest of \(keys.count) keys is \(line(near))" }
            guard let renaming else { return "nothing (\(text))" }
            // Without a near key, an example shows what the decoder does.
            let key = near ?? renaming.example ?? keys.prefix(8).first { renaming.name($0) != $0 } ?? ""
            if renaming.name(key) != key {
                text += "; the decoder renames \(line(key)) to \(line(renaming.name(key)))"
                if near != nil { text += "; the type asks for \(line(wanted))" }
            } else if near != nil, NearestName.isSame(key, wanted) {
                text += "; the decoder doesn't rename \(line(key))"
            }
            return "nothing (\(text))"
        case .array:
            let count = count(of: node)
            return "nothing (the array has \(count) element\(count == 1 ? "" : "s"))"
        default:
            return "nothing (a key or an index can't lead into \(found(at: node, mask: mask)))"
        }
    }
}
