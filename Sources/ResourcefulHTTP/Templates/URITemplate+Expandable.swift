#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension URITemplate {
    /// What a variable of a template can hold: texts, numbers, truth values, identifiers; lists and dictionaries of
    /// them; and optionals, of which nil leaves the variable out.
    ///
    ///     Request("orgs/{org}/repos{?page}", ["org": name, "page": page])
    public protocol Expandable {
        /// The value in a template.
        var templateValue: Value { get }
    }
}

extension URITemplate.Value: URITemplate.Expandable {
    /// The value itself.
    public var templateValue: URITemplate.Value { self }
}

extension String: URITemplate.Expandable {
    /// The text.
    public var templateValue: URITemplate.Value { .init(self) }
}

extension Substring: URITemplate.Expandable {
    /// The text.
    public var templateValue: URITemplate.Value { .init(self) }
}

extension Bool: URITemplate.Expandable {
    /// `true` or `false`.
    public var templateValue: URITemplate.Value { .init(self) }
}

extension Double: URITemplate.Expandable {
    /// The number, without the `.0` of a whole one.
    public var templateValue: URITemplate.Value { .init(self) }
}

extension UUID: URITemplate.Expandable {
    /// Its digits, in capitals, with hyphens.
    public var templateValue: URITemplate.Value { .init(uuidString) }
}

extension URITemplate.Expandable where Self: BinaryInteger {
    /// The number, in decimal digits.
    public var templateValue: URITemplate.Value { .init(self) }
}

extension Int: URITemplate.Expandable {}
extension Int32: URITemplate.Expandable {}
extension Int64: URITemplate.Expandable {}
extension UInt: URITemplate.Expandable {}
extension UInt32: URITemplate.Expandable {}
extension UInt64: URITemplate.Expandable {}

extension Optional: URITemplate.Expandable where Wrapped: URITemplate.Expandable {
    /// The value, or none.
    public var templateValue: URITemplate.Value { self?.templateValue ?? .undefined }
}

extension Array: URITemplate.Expandable where Element: URITemplate.Expandable {
    /// A list. The members of a member that is a list are taken one by one.
    public var templateValue: URITemplate.Value { .init(flatMap(\.templateValue.texts)) }
}

extension Dictionary: URITemplate.Expandable where Key == String, Value: URITemplate.Expandable {
    /// Names and values, in the order of the names; a pair without a value is left out.
    public var templateValue: URITemplate.Value {
        .init(pairs: sorted { $0.key < $1.key }.flatMap { name, value in value.templateValue.texts.map { (name, $0) } })
    }
}
