// Errors as JSONDecoder throws them. Coding paths are not kept while decoding, but found when something fails; the
// place in the document is found when somebody looks.
extension JSONDecoding {
    /// The path from the root of this run down to a node.
    func codingPath(of node: Int) -> [any CodingKey] {
        if node >= Self.firstAbsent {
            let absent = absent[node - Self.firstAbsent]
            return codingPath(of: absent.container) + [absent.key]
        }
        var path: [any CodingKey] = []
        document.walk(from: root, to: node) { isKey, child, index in
            if isKey {
                path.append(renamed(document.string(at: child) ?? "", in: path))
            } else {
                path.append(JSONCodingKey(index: index))
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

    /// What an error of the standard library carries, and the place in the document as its cause.
    private func context(
        _ description: String, at node: Int, _ key: (any CodingKey)? = nil, because reason: JSONNodeFailure.Reason
    ) -> DecodingError.Context {
        let failure: JSONNodeFailure
        if node >= Self.firstAbsent {
            let absent = absent[node - Self.firstAbsent]
            let nothing = JSONNodeFailure.Reason.explained(expected: "a value", found: "nothing")
            let place = min(absent.container, Self.firstAbsent - 1)
            failure = JSONNodeFailure(
                document, at: place < document.tape.count ? place : root, nothing, below: [.key(absent.key.stringValue)]
            )
        } else {
            failure = JSONNodeFailure(document, at: node, reason)
        }
        return DecodingError.Context(
            codingPath: codingPath(of: node, key), debugDescription: description, underlyingError: ParseFailure(failure)
        )
    }

    @inline(never)
    func mismatch(
        _ type: Any.Type, at node: Int, _ key: (any CodingKey)? = nil, isNullMissing: Bool = true
    ) -> DecodingError {
        let name = "\(type)"
        let reason = JSONNodeFailure.Reason.mismatch(DecodingError.name(of: type))
        if word(node).isNull, isNullMissing {
            return .valueNotFound(
                type,
                context("Cannot get value of type \(name) -- found null value instead", at: node, key, because: reason))
        }
        let text = "Expected to decode \(name) but found \(kindName(of: node)) instead."
        return .typeMismatch(type, context(text, at: node, key, because: reason))
    }

    @inline(never)
    func noContainer(_ type: Any.Type, _ name: String, at node: Int) -> DecodingError {
        guard word(node).isNull else { return mismatch(type, at: node) }
        let text = "Cannot get \(name) decoding container -- found null value instead"
        return .valueNotFound(type, context(text, at: node, because: .mismatch(DecodingError.name(of: type))))
    }

    /// A number that its type can't hold.
    @inline(never)
    func misfit(_ type: Any.Type, at node: Int, _ key: (any CodingKey)?) -> DecodingError {
        corrupted("The number does not fit \(type).", type, at: node, key)
    }

    @inline(never)
    func corrupted(_ description: String, _ type: Any.Type, at node: Int, _ key: (any CodingKey)?) -> DecodingError {
        let expected = node == root ? "a valid \(DecodingError.name(of: type))" : "a valid value"
        return .dataCorrupted(context(description, at: node, key, because: .reason(expected: expected, description)))
    }

    @inline(never)
    func notFound(_ key: any CodingKey, in node: Int) -> DecodingError {
        let text = "No value associated with key \(key) (\"\(key.stringValue)\")."
        return .keyNotFound(key, context(text, at: node, because: .step(.key(key.stringValue))))
    }

    /// There is no further element.
    @inline(never)
    func atEnd(_ type: Any.Type, of node: Int, index: Int) -> DecodingError {
        let reason = JSONNodeFailure.Reason.step(.index(index), expected: DecodingError.name(of: type))
        var context = context("Unkeyed container is at end.", at: node, because: reason)
        context = DecodingError.Context(
            codingPath: context.codingPath + [JSONCodingKey(index: index)], debugDescription: context.debugDescription,
            underlyingError: context.underlyingError)
        return .valueNotFound(type, context)
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

/// A key or an index of a coding path, in two words.
enum JSONCodingKey: CodingKey {
    case key(String)
    case index(Int)

    init(stringValue: String) { self = .key(stringValue) }

    init(intValue: Int) { self = .key("\(intValue)") }

    init(index: Int) { self = .index(index) }

    var stringValue: String {
        switch self {
        case .key(let key): key
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? {
        switch self {
        case .key: nil
        case .index(let index): index
        }
    }

    static let `super` = JSONCodingKey(stringValue: "super")
}
