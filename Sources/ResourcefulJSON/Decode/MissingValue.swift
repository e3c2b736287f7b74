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
