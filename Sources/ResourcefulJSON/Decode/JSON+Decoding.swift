extension JSON {
    /// Decodes the value at this place.
    ///
    /// - Throws: ``ParseFailure`` with the path from the root of the document, or the error that the type's own
    ///   initializer throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, decoder: JSON.Decoder = JSON.Decoder()
    ) throws -> Value {
        try explaining(type) { try decoder.decode(type, from: self) }
    }

    /// Decodes the value at this place with Foundation's decoder, which parses its text again.
    ///
    /// - Throws: ``ParseFailure`` with the path from the root of the document, or the error that the type's own
    ///   initializer throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, decoder: JSONDecoder) throws -> Value {
        try explaining(type) { try decoder.decode(type, from: Data(document.bytes(of: node))) }
    }

    private func explaining<Value>(_ type: Value.Type, _ decode: () throws -> Value) throws -> Value {
        guard exists else { return try nothing(type) }
        do {
            return try decode()
        } catch let error as DecodingError {
            throw document.failure(of: error, below: node, expecting: type)
        }
    }

    /// Returns a value for a place without one. It isn't part of `explaining`, which would look up an optional type.
    @inline(never)
    private func nothing<Value>(_ type: Value.Type) throws -> Value {
        // As in a property of a type, an optional value is nil if its key is missing.
        if missing?.count == 1, let value = MissingValue.value(of: type) { return value }
        throw failureOfStep
    }
}

/// The value of a type for a missing value.
package enum MissingValue {
    /// Returns `nil` of an optional type; nil for any other type.
    package static func value<Value>(of type: Value.Type) -> Value? {
        guard let type = type as? any ExpressibleByNilLiteral.Type, type is any OptionalValue.Type else { return nil }
        return value(type)
    }

    private static func value<Value>(_ type: any ExpressibleByNilLiteral.Type) -> Value? {
        func none<Optional: ExpressibleByNilLiteral>(_: Optional.Type) -> Value? { Optional(nilLiteral: ()) as? Value }
        return none(type)
    }
}

/// An optional type. Other types that a `nil` literal can express have their own meaning of it.
private protocol OptionalValue {}

extension Optional: OptionalValue {}
