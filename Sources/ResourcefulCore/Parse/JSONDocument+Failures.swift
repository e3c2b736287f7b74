extension JSONDocument {
    /// What to say when something else was expected at a node.
    func failure(expected: String, at node: Int, path: JSONPath) -> ParseFailure {
        ParseFailure(
            path: path, expected: expected, found: found(at: node, path: path),
            excerpt: Excerpt.of(text, around: nodes[node].start),
            position: Excerpt.position(in: text, of: nodes[node].start))
    }

    /// What to say when a walk could not take a step from a node.
    func failureOfStep(_ component: JSONPath.Component, from node: Int, to path: JSONPath) -> ParseFailure {
        failure(expected: "a value", at: node, path: path).replacing(found: foundOfStep(component, from: node))
    }

    /// A short picture of the value at a node; the value of a secret key is not shown.
    func found(at node: Int, path: JSONPath) -> String {
        switch nodes[node].kind {
        case .null, .true, .false, .number: shortened(String(decoding: bytes(of: node), as: UTF8.self), of: path)
        case .string, .escapedString: "the string \(shortened(string(at: node).debugText, of: path))"
        case .array: elements(of: node)?.isEmpty == true ? "an empty array" : "an array"
        case .object: nodes[node].next == node + 1 ? "an empty object" : "an object"
        }
    }

    private func foundOfStep(_ component: JSONPath.Component, from node: Int) -> String {
        switch nodes[node].kind {
        case .object:
            let keys = keys(of: node) ?? []
            let names = keys.prefix(8).joined(separator: ", ") + (keys.count > 8 ? ", …" : "")
            return keys.isEmpty ? "nothing (the object is empty)" : "nothing (the object has the keys \(names))"
        case .array:
            let count = elements(of: node)?.count ?? 0
            return "nothing (the array has \(count) element\(count == 1 ? "" : "s"))"
        default:
            return "nothing (a key or an index can't lead into \(found(at: node, path: [])))"
        }
    }

    private func shortened(_ text: String, of path: JSONPath) -> String {
        let isSecret = path.components.contains { component in
            if case .key(let key) = component {
                Redaction.standard.parameterNames.contains(key.lowercased())
            } else {
                false
            }
        }
        if isSecret { return Redaction.mark }
        return text.count > 60 ? text.prefix(57) + "…" : text
    }
}

extension ParseFailure {
    fileprivate func replacing(found: String) -> ParseFailure {
        var failure = self
        failure.found = found
        return failure
    }
}

extension String? {
    fileprivate var debugText: String { self?.debugDescription ?? "" }
}
