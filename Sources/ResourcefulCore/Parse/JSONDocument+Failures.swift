extension JSONDocument {
    /// What to say when something else was expected at a node.
    func failure(expected: String, at node: Int, path: JSONPath) -> ParseFailure {
        ParseFailure(
            path: path, expected: expected, found: found(at: node, path: path),
            excerpt: Excerpt.of(text, around: nodes[node].start),
            position: Excerpt.position(in: text, of: nodes[node].start))
    }

    /// What to say when a walk could not take the last step of a path, from a node.
    func failureOfStep(to path: JSONPath, from node: Int) -> ParseFailure {
        var failure = failure(expected: "a value", at: node, path: path)
        failure.found = foundOfStep(from: node, path: JSONPath(path.components.dropLast()))
        return failure
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

    private func foundOfStep(from node: Int, path: JSONPath) -> String {
        switch nodes[node].kind {
        case .object:
            let keys = keys(of: node) ?? []
            let names = keys.prefix(8).map(Excerpt.line).joined(separator: ", ") + (keys.count > 8 ? ", …" : "")
            let noun = keys.count == 1 ? "key" : "keys"
            return keys.isEmpty ? "nothing (the object is empty)" : "nothing (the object has the \(noun) \(names))"
        case .array:
            let count = elements(of: node)?.count ?? 0
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
