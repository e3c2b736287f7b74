extension JSON {
    /// The string at this place.
    ///
    /// - Throws: ``ParseFailure`` if the value isn't a string.
    public var string: String {
        get throws { try read("a string") { document.string(at: $0) } }
    }

    /// The whole number at this place. `3.0` and `3e2` are whole, `0.5` isn't.
    ///
    /// - Throws: ``ParseFailure`` if the value isn't a whole number, or doesn't fit an `Int`.
    public var int: Int {
        get throws { try read("a whole number", limit: " that an Int can hold") { document.integer(at: $0) } }
    }

    /// The number at this place, as the nearest `Double`.
    ///
    /// - Throws: ``ParseFailure`` if the value isn't a number, or is too large.
    public var double: Double {
        get throws { try read("a number", limit: " that a Double can hold") { document.double(at: $0) } }
    }

    /// The whole number at this place, in 64 bits on every platform.
    ///
    /// - Throws: ``ParseFailure`` if the value isn't a whole number, or doesn't fit an `Int64`.
    public var int64: Int64 {
        get throws { try read("a whole number", limit: " that an Int64 can hold") { document.integer(at: $0) } }
    }

    /// The unsigned whole number at this place.
    ///
    /// - Throws: ``ParseFailure`` if the value isn't a whole number, or doesn't fit a `UInt64`.
    public var uint64: UInt64 {
        get throws { try read("a whole number", limit: " that a UInt64 can hold") { document.integer(at: $0) } }
    }

    /// The number at this place, read from its decimal digits without rounding to a `Double`.
    ///
    /// - Throws: ``ParseFailure`` if the value isn't a number, or is too large.
    public var decimal: Decimal {
        get throws { try read("a number", limit: " that a Decimal can hold") { document.decimal(at: $0) } }
    }

    /// The Boolean at this place.
    ///
    /// - Throws: ``ParseFailure`` if the value is neither `true` nor `false`.
    public var bool: Bool {
        get throws { try read("true or false") { document.bool(at: $0) } }
    }

    /// The elements of the array at this place. Linear in their number.
    ///
    /// - Throws: ``ParseFailure`` if the value isn't an array.
    public var array: [JSON] {
        get throws {
            guard missing == nil, let elements = document.places(in: node) else {
                throw failure(expected: "an array")
            }
            return elements
        }
    }

    /// The keys of the object at this place, each once, in the order of the document.
    ///
    /// - Throws: ``ParseFailure`` if the value isn't an object.
    public var keys: [String] {
        get throws { try read("an object") { document.keys(of: $0) } }
    }

    /// Whether the value at this place is `null`; false if it's missing.
    public var isNull: Bool { missing == nil && document.word(node).isNull }

    /// Whether the value at this place is a string; false if it's missing. To read a value that has several forms, ask
    /// for its kind: that is cheaper than to try each form and to discard the failures.
    public var isString: Bool { missing == nil && document.word(node).kind.isString }

    /// Whether the value at this place is a number; false if it's missing.
    public var isNumber: Bool { missing == nil && document.word(node).kind.isNumber }

    /// Whether the value at this place is an array; false if it's missing.
    public var isArray: Bool { missing == nil && document.word(node).kind == .array }

    /// Whether the value at this place is an object; false if it's missing.
    public var isObject: Bool { missing == nil && document.word(node).kind == .object }

    /// Whether there is a value at this place, including `null`.
    public var exists: Bool { missing == nil }

    /// Reads the value at this place. `limit` completes the message if there is a number here that doesn't fit.
    @inline(__always)
    private func read<Value>(_ expected: String, limit: String = "", _ value: (Int) -> Value?) throws -> Value {
        if missing == nil, let value = value(node) { return value }
        throw failure(expected: expected, limit: limit)
    }

    /// Returns the failure to throw if a different kind of value was expected here.
    @inline(never)
    func failure(expected: String, limit: String = "") -> ParseFailure {
        guard let missing else {
            return ParseFailure(JSONNodeFailure(document, at: node, .mismatch(expected, limit: limit)))
        }
        let expected = missing.count == 1 ? expected : "a value"
        return ParseFailure(JSONNodeFailure(document, at: node, .step(missing.first, expected: expected)))
    }

    /// A copy of the text of the value at this place, including secrets; empty if the value is missing.
    package var spelledBytes: Data { exists ? Data(document.bytes(of: node)) : Data() }
}
