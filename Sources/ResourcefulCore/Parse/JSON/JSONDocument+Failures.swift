extension JSONDocument {
    /// What to say when something else was expected at a node.
    func failure(expected: String, at node: Int, path: JSONPath) -> ParseFailure {
        ParseFailure(
            path: path, expected: expected, found: found(at: node, path: path), at: start(of: node), of: text)
    }

    /// What to say when a walk could not take a step from a node.
    func failureOfStep(_ step: JSONPath.Component?, from node: Int) -> ParseFailure {
        let path = JSONPath(path(from: 0, to: node))
        var failure = failure(expected: "a value", at: node, path: path)
        failure.found = foundOfStep(from: node, path: path)
        if let step { failure.path = path.appending(step) }
        return failure
    }

    /// A short picture of the value at a node; the value of a secret key is not shown.
    func found(at node: Int, path: JSONPath) -> String {
        switch word(node).kind {
        case .null, .true, .false, .integer, .real:
            shortened(String(decoding: bytes(of: node), as: UTF8.self), of: path)
        case .string, .escapedString: "the string \(shortened(string(at: node).debugText, of: path))"
        case .array: count(of: node) == 0 ? "an empty array" : "an array"
        case .object: count(of: node) == 0 ? "an empty object" : "an object"
        }
    }

    private func foundOfStep(from node: Int, path: JSONPath) -> String {
        switch word(node).kind {
        case .object:
            let keys = keyNodes(of: node)
            let names =
                keys.prefix(8).map { Excerpt.line(string(at: $0) ?? "") }.joined(separator: ", ")
                + (keys.count > 8 ? ", …" : "")
            let noun = keys.count == 1 ? "key" : "keys"
            return keys.isEmpty ? "nothing (the object is empty)" : "nothing (the object has the \(noun) \(names))"
        case .array:
            let count = count(of: node)
            return "nothing (the array has \(count) element\(count == 1 ? "" : "s"))"
        default:
            return "nothing (a key or an index can't lead into \(found(at: node, path: path)))"
        }
    }

    private func shortened(_ text: String, of path: JSONPath) -> String {
        isSecret(path) ? Redaction.mark : Excerpt.line(text)
    }

    /// Whether a key of the path is the name of a secret.
    func isSecret(_ path: JSONPath) -> Bool {
        path.components.contains { component in
            if case .key(let key) = component { Redaction.standard.isSecret(name: key) } else { false }
        }
    }
}

extension String? {
    fileprivate var debugText: String { self?.debugDescription ?? "" }
}

extension JSONDocument {
    /// The path from one node down to another that is in it. Walks past what is before it, and builds no key but those
    /// on the way.
    func path(from root: Int, to node: Int) -> [JSONPath.Component] {
        var components: [JSONPath.Component] = []
        var container = root
        while container != node, word(container).isContainer {
            let isObject = word(container).kind == .object
            var child = first(in: container)
            var index = 0
            while true {
                let value = isObject ? child + 1 : child
                let next = next(after: value)
                if node < next || next >= end(of: container) {
                    components.append(isObject ? .key(string(at: child) ?? "") : .index(index))
                    container = value
                    break
                }
                child = next
                index += 1
            }
        }
        return components
    }
}
