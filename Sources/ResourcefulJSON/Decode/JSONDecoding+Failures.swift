// Errors in the format of JSONDecoder. Coding paths aren't tracked during decoding, but computed for an error. The
// place in the document is computed when it is accessed.
//
// Types that try several alternatives discard most errors, so creating one must be cheap.
extension JSONDecoding {
    /// Returns the path from the root of this run to a node. The last path is cached.
    func codingPath(of node: Int) -> [any CodingKey] {
        if node != lastFailed.node { lastFailed = (node, path(to: node)) }
        return lastFailed.path
    }

    /// Returns the path from the root of this run to a node, without caching it.
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
                path.append(JSONCodingKey.index(index))
            }
        }
        return path
    }

    /// Returns the context of an error. The last key of its coding path is the requested one.
    private func context(
        _ description: String, at node: Int, _ key: some CodingKey = JSONNoKey()
    ) -> DecodingError.Context {
        var path = codingPath(of: node)
        if !path.isEmpty, !(key is JSONNoKey) { path[path.count - 1] = key }
        return DecodingError.Context(codingPath: path, debugDescription: description)
    }

    @inline(never)
    func mismatch(
        _ type: Any.Type, at node: Int, _ key: some CodingKey = JSONNoKey(), isNullMissing: Bool = true
    ) -> DecodingError {
        let kind = word(node).kind
        let isMissing = kind == .null && isNullMissing
        let context = context(text(of: type, kind, isMissing: isMissing), at: node, key)
        return isMissing ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// Returns the message for a value of another type. The last few are cached: a type that tries several alternatives
    /// gets the same messages for every element.
    private func text(of type: Any.Type, _ kind: JSONKind, isMissing: Bool) -> String {
        let id = ObjectIdentifier(type)
        let bits = UInt(bitPattern: id)
        let place = Int((bits >> 4 ^ bits >> 9 ^ UInt(kind.rawValue) &* 5) & 31)
        if mismatches.isEmpty { mismatches = Array(repeating: nil, count: 32) }
        if let known = mismatches[place], known.type == id, known.kind == kind, known.isMissing == isMissing {
            return known.text
        }
        let text =
            isMissing
            ? "Cannot get value of type \(type) -- found null value instead"
            : "Expected to decode \(type) but found \(Self.name(of: kind)) instead."
        mismatches[place] = JSONMismatch(type: id, kind: kind, isMissing: isMissing, text: text)
        return text
    }

    @inline(never)
    func noContainer(_ type: Any.Type, _ name: String, at node: Int) -> DecodingError {
        guard word(node).isNull else { return mismatch(type, at: node) }
        return .valueNotFound(
            type, context("Cannot get \(name) decoding container -- found null value instead", at: node))
    }

    /// Returns the error for a number that doesn't fit its type.
    @inline(never)
    func misfit(_ type: Any.Type, at node: Int, _ key: some CodingKey) -> DecodingError {
        corrupted("The number does not fit \(type).", at: node, key)
    }

    @inline(never)
    func corrupted(_ description: String, at node: Int, _ key: some CodingKey) -> DecodingError {
        .dataCorrupted(context(description, at: node, key))
    }

    @inline(never)
    func notFound(_ key: any CodingKey, in node: Int) -> DecodingError {
        .keyNotFound(key, context("No value associated with key \(key) (\"\(key.stringValue)\").", at: node))
    }

    /// Returns the error for reading past the last element.
    @inline(never)
    func atEnd(_ type: Any.Type, of node: Int, index: Int) -> DecodingError {
        .valueNotFound(
            type,
            .init(
                codingPath: codingPath(of: node) + [JSONCodingKey.index(index)],
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

/// A type, the kind of value found instead, and the message.
struct JSONMismatch {
    let type: ObjectIdentifier
    let kind: JSONKind
    let isMissing: Bool
    let text: String
}
