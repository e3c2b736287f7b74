/// What nothing at all means for a type.
package enum Nothing {
    /// `nil` of an optional type; nil for a type whose values are always something.
    package static func value<Value>(of type: Value.Type) -> Value? {
        guard let type = type as? any ExpressibleByNilLiteral.Type, type is any OptionalValue.Type else { return nil }
        return value(type)
    }

    private static func value<Value>(_ type: any ExpressibleByNilLiteral.Type) -> Value? {
        func none<Optional: ExpressibleByNilLiteral>(_: Optional.Type) -> Value? { Optional(nilLiteral: ()) as? Value }
        return none(type)
    }
}

/// An optional type. Others that can be written as `nil` have values of their own for it.
private protocol OptionalValue {}

extension Optional: OptionalValue {}
