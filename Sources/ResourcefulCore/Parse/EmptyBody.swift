#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Data {
    /// Whether there is nothing in it but the white space of JSON (RFC 8259, section 2).
    var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 } }
}

/// What nothing at all means for a type.
enum Nothing {
    /// `nil` of an optional type; nil for a type whose values are always something.
    static func value<Value>(of type: Value.Type) -> Value? {
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

extension ParseFailure {
    /// The same, saying why there is no body when there could be none (RFC 9110, sections 9.3.2, 15.3.5, 15.3.6).
    func explainingEmptyBody(of response: Response, to request: Request) -> ParseFailure {
        guard response.body.isEmpty, found == Self.emptyBody else { return self }
        var failure = self
        if request.method == .head {
            failure.found += " (a response to HEAD has none)"
        } else if [204, 205, 304].contains(response.status.code) {
            failure.found += " (a response with the status \(response.status.code) has none)"
        }
        return failure
    }

    /// What was found when there was nothing to be read.
    static let emptyBody = "an empty body"
}
