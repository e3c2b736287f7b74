// Errors as JSONDecoder throws them. Coding paths are not kept while decoding, but found when somebody wants to know.
extension JSONDecoding {
    /// The path from the root of this run down to a node.
    func codingPath(of node: Int) -> [any CodingKey] {
        if node >= Self.firstAbsent {
            let absent = absent[node - Self.firstAbsent]
            return codingPath(of: absent.container) + [absent.key]
        }
        var path: [any CodingKey] = []
        for component in document.path(from: root, to: node) {
            switch component {
            case .index(let index): path.append(JSONCodingKey(index: index))
            case .key(let key): path.append(renamed(key, in: path))
            }
        }
        return path
    }

    /// The path down to a node, its last key as it was asked for.
    private func codingPath(of node: Int, _ key: (any CodingKey)?) -> [any CodingKey] {
        var path = codingPath(of: node)
        if let key, !path.isEmpty { path[path.count - 1] = key }
        return path
    }

    @inline(never)
    func mismatch(
        _ type: Any.Type, at node: Int, _ key: (any CodingKey)? = nil, isNullMissing: Bool = true
    ) -> DecodingError {
        let path = codingPath(of: node, key)
        if word(node).isNull, isNullMissing {
            return .valueNotFound(
                type,
                .init(
                    codingPath: path,
                    debugDescription: "Cannot get value of type \(type) -- found null value instead"))
        }
        return .typeMismatch(
            type,
            .init(
                codingPath: path,
                debugDescription: "Expected to decode \(type) but found \(kindName(of: node)) instead."))
    }

    @inline(never)
    func noContainer(_ type: Any.Type, _ name: String, at node: Int) -> DecodingError {
        guard word(node).isNull else { return mismatch(type, at: node) }
        return .valueNotFound(
            type,
            .init(
                codingPath: codingPath(of: node),
                debugDescription: "Cannot get \(name) decoding container -- found null value instead"))
    }

    /// A number that its type can't hold.
    @inline(never)
    func misfit(_ type: Any.Type, at node: Int, _ key: (any CodingKey)?) -> DecodingError {
        corrupted("The number does not fit \(type).", at: node, key)
    }

    @inline(never)
    func corrupted(_ description: String, at node: Int, _ key: (any CodingKey)?) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath(of: node, key), debugDescription: description))
    }

    @inline(never)
    func notFound(_ key: any CodingKey, in node: Int) -> DecodingError {
        .keyNotFound(
            key,
            .init(
                codingPath: codingPath(of: node),
                debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
    }

    private func kindName(of node: Int) -> String {
        switch word(node).kind {
        case .null: "null"
        case .true, .false: "bool"
        case .integer, .real: "number"
        case .string, .escapedString: "a string"
        case .array: "an array"
        case .object: "a dictionary"
        }
    }
}

/// A key or an index of a coding path.
struct JSONCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    static let `super` = JSONCodingKey(stringValue: "super")
}
