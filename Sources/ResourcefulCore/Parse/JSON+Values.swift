#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSON {
    /// The string at this place.
    ///
    /// - Throws: ``ParseFailure`` when there is none.
    public var string: String {
        get throws { try read("a string") { document.string(at: $0) } }
    }

    /// The whole number at this place; `3.0` and `3e2` are whole, `0.5` is not.
    ///
    /// - Throws: ``ParseFailure`` when there is none, or none that fits an `Int`.
    public var int: Int {
        get throws { try read("a whole number", limit: " that an Int can hold") { document.integer(at: $0) } }
    }

    /// The number at this place, as the nearest `Double`.
    ///
    /// - Throws: ``ParseFailure`` when there is none, or it is too large.
    public var double: Double {
        get throws { try read("a number", limit: " that a Double can hold") { document.double(at: $0) } }
    }

    /// The truth value at this place.
    ///
    /// - Throws: ``ParseFailure`` when there is none.
    public var bool: Bool {
        get throws { try read("true or false") { document.bool(at: $0) } }
    }

    /// The elements of the array at this place. Linear in their number.
    ///
    /// - Throws: ``ParseFailure`` when there is no array.
    public var array: [JSON] {
        get throws {
            let elements = try read("an array") { document.elements(of: $0) }
            return elements.enumerated().map { index, node in
                JSON(document: document, place: .value(node), path: path.appending(.index(index)))
            }
        }
    }

    /// The keys of the object at this place, in the order of the document, each once.
    ///
    /// - Throws: ``ParseFailure`` when there is no object.
    public var keys: [String] {
        get throws { try read("an object") { document.keys(of: $0) } }
    }

    /// Whether `null` stands at this place; false where there is nothing.
    public var isNull: Bool {
        if case .value(let node) = place { document.nodes[node].kind == .null } else { false }
    }

    /// Whether anything stands at this place, `null` included.
    public var exists: Bool {
        if case .value = place { true } else { false }
    }

    /// The value at this place, decoded.
    ///
    /// - Throws: ``ParseFailure`` with the path from the document down.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        switch place {
        case .nothing(let node, let path): throw document.failureOfStep(to: path, from: node)
        case .value(let node):
            do {
                return try decoder.decode(type, from: Data(document.bytes(of: node)))
            } catch let error as DecodingError {
                throw document.failure(of: error, below: path, expecting: type)
            }
        }
    }

    /// The value at this place; `limit` says which numbers are meant when a number stands here and is none of them.
    private func read<Value>(_ expected: String, limit: String = "", _ value: (Int) -> Value?) throws -> Value {
        switch place {
        case .nothing(let node, let end):
            var failure = document.failureOfStep(to: end, from: node)
            if end == path { failure.expected = expected }
            throw failure
        case .value(let node):
            guard let value = value(node) else {
                let expected = document.nodes[node].kind == .number ? expected + limit : expected
                throw document.failure(expected: expected, at: node, path: path)
            }
            return value
        }
    }
}
