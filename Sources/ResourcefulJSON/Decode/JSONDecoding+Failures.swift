// Errors as JSONDecoder throws them. Coding paths are not kept while decoding, but found when something fails; the
// place in the document is found when somebody looks.
//
// Types that try one thing after the other throw away nearly all of them, so they are made with as little as can be.
extension JSONDecoding {
    /// The path from the root of this run down to a node. The last one is kept.
    func codingPath(of node: Int) -> [any CodingKey] {
        if node != lastFailed.node { lastFailed = (node, path(to: node)) }
        return lastFailed.path
    }

    /// The path from the root of this run down to a node, to be changed.
    func path(to node: Int) -> [any CodingKey] {
        if node >= Self.firstAbsent {
            let absent = absent[node - Self.firstAbsent]
            return codingPath(of: absent.container) + [absent.key]
        }
        var path: [any CodingKey] = []
        path.reserveCapacity(4)
        document.walk(from: root, to: node) { isKey, child, index in
            if isKey {
                path.append(renamed(document.string(at: child) ?? "", in: path))
            } else {
                path.append(JSONCodingKey(index: index))
            }
        }
        return path
    }

    /// What an error of the standard library carries; its last key is that which was asked for.
    private func context(_ description: String, at node: Int, _ key: (any CodingKey)? = nil) -> DecodingError.Context {
        var path = codingPath(of: node)
        if let key, !path.isEmpty { path[path.count - 1] = key }
        return DecodingError.Context(codingPath: path, debugDescription: description)
    }

    @inline(never)
    func mismatch(
        _ type: Any.Type, at node: Int, _ key: (any CodingKey)? = nil, isNullMissing: Bool = true
    ) -> DecodingError {
        let kind = word(node).kind
        let isMissing = kind == .null && isNullMissing
        let context = context(text(of: type, kind, isMissing: isMissing), at: node, key)
        return isMissing ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// What is said of a value of another type. The last few are kept: a type that tries one after the other says the
    /// same of every element.
    private func text(of type: Any.Type, _ kind: JSONKind, isMissing: Bool) -> String {
        let type = (id: ObjectIdentifier(type), type: type)
        if let known = mismatches.first(where: { $0.type == type.id && $0.kind == kind && $0.isMissing == isMissing }) {
            return known.text
        }
        let text =
            isMissing
            ? "Cannot get value of type \(type.type) -- found null value instead"
            : "Expected to decode \(type.type) but found \(Self.name(of: kind)) instead."
        if mismatches.count == 16 { mismatches.removeFirst(8) }
        mismatches.append(JSONMismatch(type: type.id, kind: kind, isMissing: isMissing, text: text))
        return text
    }

    @inline(never)
    func noContainer(_ type: Any.Type, _ name: String, at node: Int) -> DecodingError {
        guard word(node).isNull else { return mismatch(type, at: node) }
        return .valueNotFound(
            type, context("Cannot get \(name) decoding container -- found null value instead", at: node))
    }

    /// A number that its type can't hold.
    @inline(never)
    func misfit(_ type: Any.Type, at node: Int, _ key: (any CodingKey)?) -> DecodingError {
        corrupted("The number does not fit \(type).", at: node, key)
    }

    @inline(never)
    func corrupted(_ description: String, at node: Int, _ key: (any CodingKey)?) -> DecodingError {
        .dataCorrupted(context(description, at: node, key))
    }

    @inline(never)
    func notFound(_ key: any CodingKey, in node: Int) -> DecodingError {
        .keyNotFound(key, context("No value associated with key \(key) (\"\(key.stringValue)\").", at: node))
    }

    /// There is no further element.
    @inline(never)
    func atEnd(_ type: Any.Type, of node: Int, index: Int) -> DecodingError {
        .valueNotFound(
            type,
            .init(
                codingPath: codingPath(of: node) + [JSONCodingKey(index: index)],
                debugDescription: "Unkeyed container is at end."))
    }

    private static func name(of kind: JSONKind) -> String {
        switch kind {
        case .null: "null"
        case .true, .false: "bool"
        case .integer, .real: "number"
        case .string, .escapedString: "a string"
        case .array: "an array"
        case .object: "a dictionary"
        }
    }
}

/// A type, and what stood where it was expected.
struct JSONMismatch {
    let type: ObjectIdentifier
    let kind: JSONKind
    let isMissing: Bool
    let text: String
}
