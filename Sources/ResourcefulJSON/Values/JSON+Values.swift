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

    /// The whole number at this place, with 64 bits on every platform.
    ///
    /// - Throws: ``ParseFailure`` when there is none, or none that fits an `Int64`.
    public var int64: Int64 {
        get throws { try read("a whole number", limit: " that an Int64 can hold") { document.integer(at: $0) } }
    }

    /// The whole number at this place, from 0 on.
    ///
    /// - Throws: ``ParseFailure`` when there is none, or none that fits a `UInt64`.
    public var uint64: UInt64 {
        get throws { try read("a whole number", limit: " that a UInt64 can hold") { document.integer(at: $0) } }
    }

    /// The number at this place, digit by digit as it is written.
    ///
    /// - Throws: ``ParseFailure`` when there is none, or it is too large.
    public var decimal: Decimal {
        get throws { try read("a number", limit: " that a Decimal can hold") { document.decimal(at: $0) } }
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
            guard missing == nil, let elements = document.places(in: node) else {
                throw failure(expected: "an array")
            }
            return elements
        }
    }

    /// The keys of the object at this place, in the order of the document, each once.
    ///
    /// - Throws: ``ParseFailure`` when there is no object.
    public var keys: [String] {
        get throws { try read("an object") { document.keys(of: $0) } }
    }

    /// Whether `null` stands at this place; false where there is nothing.
    public var isNull: Bool { missing == nil && document.word(node).isNull }

    /// Whether anything stands at this place, `null` included.
    public var exists: Bool { missing == nil }

    /// The value at this place; `limit` says which numbers are meant when a number stands here and is none of them.
    @inline(__always)
    private func read<Value>(_ expected: String, limit: String = "", _ value: (Int) -> Value?) throws -> Value {
        if missing == nil, let value = value(node) { return value }
        throw failure(expected: expected, limit: limit)
    }

    /// What to say when a value of another kind was expected here.
    @inline(never)
    func failure(expected: String, limit: String = "") -> ParseFailure {
        guard let missing else {
            return ParseFailure(JSONNodeFailure(document, at: node, .mismatch(expected, limit: limit)))
        }
        let expected = missing.count == 1 ? expected : "a value"
        return ParseFailure(JSONNodeFailure(document, at: node, .step(missing.first, expected: expected)))
    }

    /// The text of the value at this place, secrets included; empty where nothing stands. Copied.
    package var spelledBytes: Data { exists ? Data(document.bytes(of: node)) : Data() }
}
